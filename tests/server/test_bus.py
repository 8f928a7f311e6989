"""The bus: listeners hear their topic and no other, one's fault is not another's, and stopping stops."""

from __future__ import annotations

from cornerwise.server.bus.local import LocalBus


def test_listeners_hear_their_topic_until_they_stop() -> None:
    bus, heard = LocalBus(), []
    stop = bus.subscribe("game:one", heard.append)
    bus.subscribe("game:two", lambda note: heard.append({"two": note}))
    bus.publish("game:one", {"seq": 1})
    bus.publish("lobby", {"seq": 2})
    assert heard == [{"seq": 1}]
    stop()
    stop()
    bus.publish("game:one", {"seq": 3})
    bus.publish("game:two", {"seq": 4})
    assert heard == [{"seq": 1}, {"two": {"seq": 4}}]


def test_one_listeners_fault_is_not_the_others() -> None:
    bus, heard = LocalBus(), []

    def fail(_: object) -> None:
        raise RuntimeError("broken")

    bus.subscribe("lobby", fail)
    bus.subscribe("lobby", heard.append)
    bus.publish("lobby", {})
    assert heard == [{}]
