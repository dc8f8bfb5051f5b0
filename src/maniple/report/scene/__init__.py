"""The battle as something to be drawn: what a page, a picture or a replay shows, without any rule."""
