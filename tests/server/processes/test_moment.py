"""Clocks that jump: nobody's time is taken when somebody sets the clock of the machine."""

from __future__ import annotations

from cornerwise.server.play.table.clock import Clock as TableClock
from cornerwise.server.store.tables.moment import SLEW, Clock
from cornerwise.server.wire.terms import MINUTE, SECOND, Tempo

HOUR = 60 * MINUTE


class Machine:
    """A machine whose clock on the wall can be set."""

    def __init__(self) -> None:
        self.steady = 5_000
        self.off = 1_700_000_000_000

    def clock(self) -> Clock:
        return Clock(lambda: self.steady + self.off, lambda: self.steady)

    def wait(self, milliseconds: int) -> None:
        self.steady += milliseconds


def test_the_clock_tells_the_walls_time() -> None:
    machine = Machine()
    clock = machine.clock()
    machine.wait(90 * SECOND)
    assert clock.now() == machine.steady + machine.off


def test_a_jump_takes_nobodys_time() -> None:
    for jump in (HOUR, -HOUR):
        machine = Machine()
        clock = machine.clock()
        tempo = Tempo(kind="fischer", initial=3 * MINUTE, increment=0)
        table = TableClock.start(tempo, 2).run(0, clock.now())
        machine.wait(30 * SECOND)
        machine.off += jump
        machine.wait(30 * SECOND)
        now = clock.now()
        assert not table.is_out(now)
        stopped, spent = table.stop(now)
        assert abs(spent - MINUTE) <= MINUTE // SLEW
        assert abs(stopped.left[0] - 2 * MINUTE) <= MINUTE // SLEW


def test_time_never_runs_backwards_and_catches_up() -> None:
    machine = Machine()
    clock = machine.clock()
    machine.off -= HOUR
    before = clock.now()
    for _ in range(25 * 60):
        machine.wait(MINUTE)
        assert clock.now() > before
        before = clock.now()
    assert before == machine.steady + machine.off
