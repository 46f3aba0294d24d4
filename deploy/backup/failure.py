"""What ends a command, in words for the person who gave it."""


class Failure(Exception):
    """Nothing more is done. The text says what happened and what to do."""
