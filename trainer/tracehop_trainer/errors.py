"""Errors that the user can mend."""


class UserError(Exception):
    """Wrong input or usage: the message says what is wrong, where, and what to do. Shown without a stack."""


class InputError(UserError):
    """A file that cannot be used, with the place of the fault."""

    def __init__(self, path: str, line: int | None, message: str) -> None:
        """`line` counts from 1; None stands for the file as a whole."""
        place = path if line is None else f"{path}:{line}"
        super().__init__(f"{place}: {message}")
