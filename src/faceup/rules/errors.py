"""The errors a person can cause, each with the exit code the command gives for it."""


class FaceupError(Exception):
    """Something the user can mend; its text is one clear line."""

    exit_code = 2


class UsageError(FaceupError):
    """A word, a position or a file that was sent cannot be used."""


class ParameterError(UsageError):
    """A game was asked for with parameters that make no game."""


class RulesError(FaceupError):
    """The rules break the contract; the text shows the state in which they do."""


class RepeatingStateError(RulesError):
    """A state can come round again, so backward induction does not apply."""


class UnsupportedError(FaceupError):
    """The question is sound, but nothing here answers it yet."""


class LimitReached(FaceupError):
    """A limit of memory or time ended the work before there was an answer."""

    exit_code = 3
