"""A wish to end that waits for the current step."""

import signal
from types import FrameType

_SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGINT") if hasattr(signal, name)]


class Stop:
    """Notices SIGTERM and SIGINT while it is entered, instead of dying of them. A second one ends at once."""

    def __init__(self) -> None:
        self.signal: signal.Signals | None = None
        self._before: dict[signal.Signals, object] = {}

    def __enter__(self) -> "Stop":
        for number in _SIGNALS:
            self._before[number] = signal.signal(number, self._notice)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]

    def _notice(self, number: int, _frame: FrameType | None) -> None:
        self.signal = signal.Signals(number)
        for each in _SIGNALS:
            signal.signal(each, signal.SIG_DFL)

    @property
    def exit_code(self) -> int:
        """128 plus the signal's number, as a shell reports it; 0 where none came."""
        return 0 if self.signal is None else 128 + int(self.signal)
