"""The choices of servers, channels and people, and which of them counts where."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from msgspec import Struct

from storage.engine.database import Database
from storage.engine.group_commit import AttachedWrite, SqlValue, Statement
from storage.engine.observers import call_each
from storage.events.cache import LruCache
from storage.settings.definitions import Level, Setting

OWNERS_IN_MEMORY = 30_000
"""Servers, channels and people whose choices are kept in memory; most have none, at about 200 bytes."""

SETTING_CHANGED = "setting"
"""The notice of a changed choice, with the level and the owner: any process serves pages, and a user's own
choices count in all servers."""

T_co = TypeVar("T_co", covariant=True)


class SettingsScope(Struct, frozen=True, gc=False):
    """The place and the user of effective settings.

    ``channels`` is the channel, or a thread and then its channel, whose choices it inherits.
    """

    guild: int
    channels: tuple[int, ...]
    user: int

    def owners(self, level: Level) -> tuple[int, ...]:
        """Return the owners of the choices that decide at a level, the nearest first."""
        if level is Level.CHANNEL:
            return self.channels
        return (self.guild if level is Level.SERVER else self.user,)


Owner = tuple[Level, int]
_Texts = Mapping[str, str]
_Asked = tuple[str, Level | None]
"""A setting, and the lowest level that counts; None for all."""
NO_TEXTS: _Texts = MappingProxyType({})
"""The empty choices."""
NO_CHOICES: Mapping[Owner, _Texts] = MappingProxyType({})
"""The choices at a spot where no one has made any."""


class EffectiveSetting(Struct, Generic[T_co], frozen=True, gc=False):
    """The effective value, and the owner of that choice; none for the bot's default."""

    value: T_co
    owner: Owner | None


@dataclass(frozen=True, slots=True)
class EffectiveSettings:
    """All effective settings of a scope: ``chosen[LIFE]``."""

    scope: SettingsScope
    texts: Mapping[Owner, _Texts]
    """The choices of those who have made any."""
    _read: dict[_Asked, EffectiveSetting[Any]] = field(compare=False)
    """Values read so far."""

    def __getitem__(self, setting: Setting[T_co]) -> T_co:
        known = self._read.get((setting.name, None))
        return self.found(setting).value if known is None else known.value

    def found(self, setting: Setting[T_co]) -> EffectiveSetting[T_co]:
        """Return the effective value, with its origin."""
        return self._first(setting, None)

    def at(self, setting: Setting[T_co], level: Level) -> EffectiveSetting[T_co]:
        """Return the value that applies without nearer choices than this level, for anyone or for the
        user."""
        return self._first(setting, level)

    def own(self, setting: Setting[T_co], level: Level) -> EffectiveSetting[T_co] | None:
        """Return the choice of the nearest owner at this level, effective or not; None if there is none."""
        return self._choice_of(setting, (level, self.scope.owners(level)[0]))

    def _first(self, setting: Setting[T_co], level: Level | None) -> EffectiveSetting[T_co]:
        key = setting.name, level
        if key not in self._read:
            owners = ((one, id) for one in _from(setting.levels, level) for id in self.scope.owners(one))
            chosen = (self._choice_of(setting, owner) for owner in owners)
            default = EffectiveSetting(setting.default, None)
            self._read[key] = next((one for one in chosen if one is not None), default)
        return self._read[key]

    def _choice_of(self, setting: Setting[T_co], owner: Owner) -> EffectiveSetting[T_co] | None:
        text = self.texts.get(owner, NO_TEXTS).get(setting.name)
        if text is None:
            return None
        try:
            return EffectiveSetting(setting.read(text), owner)
        except ValueError:
            return None  # what an earlier version took


def _from(levels: tuple[Level, ...], level: Level | None) -> tuple[Level, ...]:
    """Return the levels that decide, from one on; the user's only if it is the first."""
    if level is None:
        return levels
    further = levels[levels.index(level) :]
    return further if level is Level.OWN else tuple(one for one in further if one is not Level.OWN)


class SettingsStore:
    """Every choice in a database. ``owners`` at most have theirs kept in memory."""

    def __init__(self, database: Database, *, owners: int = OWNERS_IN_MEMORY) -> None:
        self._database = database
        self._known = LruCache[Owner, _Texts](owners, dropped=lambda _owner, _texts: self._effective.clear())
        self._effective: dict[SettingsScope, EffectiveSettings] = {}
        """Effective settings by scope, until a choice changes or memory is full."""
        self._defaults: dict[_Asked, EffectiveSetting[Any]] = {}
        """Defaults that count wherever nothing is chosen."""
        self._writes = 0
        self.followers: Sequence[Callable[[Level, int, Setting[object]], None]] = ()
        """Called with each setting changed here, after the commit."""
        database.on_notice.append(self._hear)

    async def effective(self, spot: SettingsScope) -> EffectiveSettings:
        """Return the effective values at a place; cached until a choice changes."""
        known = self._effective.get(spot)
        if known is not None:
            return known
        before = self._writes
        owners = [(level, id) for level in Level for id in spot.owners(level)]
        texts = {owner: found for owner in owners if (found := self._known.get(owner)) is not None}
        if len(texts) < len(owners):
            texts |= await self._fetch([owner for owner in owners if owner not in texts])
        made = {owner: choices for owner, choices in texts.items() if choices}
        chosen = EffectiveSettings(spot, made or NO_CHOICES, {} if made else self._defaults)
        if before == self._writes:
            if len(self._effective) >= self._known.limit:
                self._effective.clear()
            self._effective[spot] = chosen
        return chosen

    async def choose(self, level: Level, owner: int, setting: Setting[object], text: str) -> None:
        """Keep a choice. Raises ValueError for a text or level that the setting can't have; NotCommitted."""
        if level not in setting.levels:
            raise ValueError(f"{setting.name} can't be chosen for a {level}")
        setting.read(text)
        await self._write(
            *(level, owner, setting),
            "INSERT INTO setting (level, owner, name, value) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (level, owner, name) DO UPDATE SET value = excluded.value",
            *(level.value, owner, setting.name, text),
        )

    async def reset(self, level: Level, owner: int, setting: Setting[object]) -> None:
        """Delete a choice, so that the next level's counts. Raises NotCommitted."""
        await self._write(
            *(level, owner, setting),
            "DELETE FROM setting WHERE level = ? AND owner = ? AND name = ?",
            *(level.value, owner, setting.name),
        )

    async def of_person(self, user: int) -> dict[str, str]:
        """Return a user's own choices: texts by the names of settings."""
        rows = await self._database.fetch(
            "SELECT name, value FROM setting WHERE level = ? AND owner = ? ORDER BY name",
            *(Level.OWN.value, user),
        )
        return {row["name"]: row["value"] for row in rows}

    def forgetting(self, user: int) -> AttachedWrite:
        """Return the writes that delete a user's own choices."""
        owner = Level.OWN, user
        statement: Statement = ("DELETE FROM setting WHERE level = ? AND owner = ?", (Level.OWN.value, user))
        return AttachedWrite((statement, *self._notice(owner)), lambda: self._forget(owner))

    def forget_all(self) -> None:
        """Drop cached choices, which other processes may have changed."""
        self._writes += 1
        self._known.clear(lambda _texts: True)
        self._effective.clear()

    def _forget(self, owner: Owner) -> None:
        self._writes += 1
        self._known.pop(owner)
        self._effective.clear()

    def _hear(self, kind: str, text: str) -> None:
        """Drop an owner's cached choice, which another process may have changed."""
        if kind == SETTING_CHANGED:
            level, owner = text.split()
            self._forget((Level(level), int(owner)))
        elif not kind:
            self.forget_all()

    async def _write(
        self, level: Level, owner: int, setting: Setting[object], sql: str, *values: SqlValue
    ) -> None:
        def then() -> None:
            self._forget((level, owner))
            call_each(self.followers, level, owner, setting)

        await self._database.write((sql, values), *self._notice((level, owner)), then=then)

    def _notice(self, owner: Owner) -> Sequence[Statement]:
        """Return the statements that notify other processes of a choice."""
        level, id = owner
        return self._database.notice(SETTING_CHANGED, f"{level.value} {id}")

    async def _fetch(self, owners: list[Owner]) -> dict[Owner, _Texts]:
        """Return the stored choices of these owners, cached unless they may be stale."""
        before = self._writes
        asked_for = " OR ".join(["level = ? AND owner = ?"] * len(owners))
        rows = await self._database.fetch(
            f"SELECT level, owner, name, value FROM setting WHERE {asked_for}",
            *(part for level, id in owners for part in (level.value, id)),
        )
        found: dict[Owner, _Texts] = dict.fromkeys(owners, NO_TEXTS)
        for level, id, name, value in rows:
            owner = Level(level), id
            found[owner] = {**found[owner], name: value}
        if before == self._writes:
            for owner, texts in found.items():
                self._known.put(owner, texts)
        return found
