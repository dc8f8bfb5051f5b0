"""Tests told as worked examples."""
