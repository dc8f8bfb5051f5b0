"""Questions as a page puts them: words by key, choices with their keys, and what a player should know.

question    an ask as a question, for whoever is asked; and what the others are told
choices     answers that are a list, each with its label
details     what may be known about a choice
shortcuts   a key for each choice
"""

from maniple.server.questions.question import question_of

__all__ = ["question_of"]
