"""In which order requests begin."""

import asyncio

from web.access.turns import Turns


class Request:
    """A request that notes when it begins."""

    def __init__(self, name: str, begun: list[str]) -> None:
        self._name = name
        self._begun = begun

    def begin(self) -> None:
        self._begun.append(self._name)


async def test_those_that_wait_come_in_rotation_by_source() -> None:
    begun, turns = list[str](), Turns(1)
    requests = {name: Request(name, begun) for name in ("a1", "a2", "a3", "a4", "b1", "b2", "c1")}
    for name, request in requests.items():
        turns.ask(request, name[0])
    assert begun == ["a1"]
    turns.end(requests["a3"])  # its client has gone
    for _ in range(6):
        turns.end(requests[begun[-1]])
        await asyncio.sleep(0)
    assert begun == ["a1", "b1", "c1", "a2", "b2", "a4"]


async def test_so_many_run_at_once_and_the_rest_wait() -> None:
    begun, turns = list[str](), Turns(2)
    requests = [Request(str(number), begun) for number in range(5)]
    for request in requests:
        turns.ask(request, "one source")
    assert begun == ["0", "1"]
    turns.end(requests[1])
    turns.end(requests[1])
    await asyncio.sleep(0)
    assert begun == ["0", "1", "2"], "a turn ends once"
