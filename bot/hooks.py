"""The handlers of this version, as `python -m bot hooks` prints them."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import asdict

from cogs.core.hooks import Hooks, Route, name_of
from cogs.unconnected import unconnected


async def hooks_table() -> str:
    """Return the list of hooks as text."""
    async with unconnected() as (_, service):
        return "\n".join(_lines(service.hooks))


def _lines(hooks: Hooks) -> Iterator[str]:
    """Yield a heading for each kind of hook, and a line for each hook, in order."""
    listed: dict[str, Any] = {"presses": _presses(hooks.routes), **asdict(hooks)}
    del listed["routes"]
    for followed, followers in listed.pop("commits")._asdict().items():
        listed[f"commits: {followed}"] = followers
    for kind, answers in listed.items():
        yield f"{kind}:"
        pairs = answers.items() if hasattr(answers, "items") else (("", answer) for answer in answers)
        for what, answer in pairs:
            yield f"  {what:<28} {name_of(answer)}" if what else f"  {name_of(answer)}"


def _presses(routes: Mapping[str, Route]) -> Mapping[str, object]:
    """Return the handlers of buttons, lists and forms, by the beginning of their custom_ids."""
    answers = {
        f"{begin}:{verb}": one for begin, route in routes.items() for verb, one in route.answers.items()
    }
    forms = {
        f"{begin}:{verb} (form)": one
        for begin, route in routes.items()
        for verb, one in (route.forms or {}).items()
    }
    return answers | forms
