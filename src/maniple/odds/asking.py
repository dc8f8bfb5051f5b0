"""How every question of this room is asked."""


class QuestionError(ValueError):
    """A question that can't be asked so; the message says what is wrong, and what would be right."""
