"""Permissions at a table: of the people seated at it, within its settings, and of the judges.

Judges are the server's moderators and members with the judge role; they may do everything. Spectators may
do nothing. The settings give these permissions to players:

* `Who.OWN`: players enter what happens to them, such as damage and losses, teammates for a shared total,
  anyone for guests. The active player ends the turn. Anyone enters what belongs to no player, such as a hold.
* `Who.JUDGES`: players only roll dice, vote, and concede (104.3a).

In the lobby, and under `Who.ANYONE`, anyone at the table may do everything but concede for others. A draw
by agreement needs all players, and a judge's penalty a judge, unless the settings trust one player's word.
"""

from collections.abc import Callable, Collection, Sequence

import discord
from msgspec import Struct

from cogs.core.delivery.places import comes_from_outside
from cogs.entry.step import fields_of
from cogs.text.formatting import comma_separated, listed
from cogs.text.language import tr
from rules.actions import endings
from rules.actions.designations import BecomeDayOrNight, EndDayNight
from rules.actions.table import (
    ChangeLink,
    Check,
    HandOver,
    Hold,
    InOrder,
    JoinGame,
    RecordChance,
    Release,
    RollPlanarDie,
    Simultaneous,
    Together,
)
from rules.actions.turns import BeginTurn, ControlTurn, EndTurn, ReverseTurnOrder
from rules.actions.votes import CallVote, CastVote, DeclineVotes
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.parts import PlayerId
from rules.leagues.acts.judges import Judge
from rules.refusal import Refusal
from rules.setup.lobby_actions import DescribeDeck, HandOverSeat
from rules.table import AnyAction, Table
from rules.turns.clock import ClockChange, ExtendRound, ExtendTurn
from storage.settings.definitions import CLAIM, JUDGE, MAY_ENTER, MAY_UNDO, SAME_TIME, TRUST, Permission
from storage.settings.settings import EffectiveSettings


class Requester(Struct, frozen=True):
    """A user who makes a request, with their permissions under the settings there.

    A guest without an account, who plays from one ``seat``, acts for that seat alone, regardless of the
    settings.
    """

    user: int
    is_judge: bool
    guild: discord.Guild | None
    role: discord.Role | None
    """The judge role, if there is one."""
    settings: EffectiveSettings
    require_in_time: Callable[[], None]
    """Raises Refusal once Discord no longer accepts an answer."""
    seat: PlayerId | None = None
    """The seat that a guest plays; None if the user has an account."""

    @property
    def judges(self) -> str:
        """The name of the judge role; empty if only moderators are judges."""
        return self.role.name if self.role is not None else ""

    @property
    def enter(self) -> Permission:
        """The setting for entering what happens to players."""
        return self.settings[MAY_ENTER]

    @property
    def undo(self) -> Permission:
        """The setting for undoing what others have entered."""
        return self.settings[MAY_UNDO]

    @property
    def trusted(self) -> bool:
        """Whether a player's word is enough for an agreed draw or a judge's penalty."""
        return self.settings[TRUST] and self.seat is None

    @property
    def claim(self) -> bool:
        """Whether a guest's seat can be claimed without asking."""
        return self.settings[CLAIM]

    @property
    def same_time(self) -> int:
        """The seconds for adding something to a loss as simultaneous."""
        return self.settings[SAME_TIME]

    @property
    def decides_alone(self) -> bool:
        """Whether the requester alone can enter an agreed draw (104.4i) or a judge's penalty."""
        return self.is_judge or self.trusted

    @property
    def judge(self) -> Judge | None:
        """The user as a judge; None if they aren't one."""
        if not self.is_judge:
            return None
        return Judge(self.user, _judges(self.guild, self.role) - {self.user})

    def require_part(self, table: Table) -> None:
        """Raise Refusal for a spectator."""
        if self.own(table) is None and not self.is_judge:
            raise Refusal("not_seated_may_not", judges=self.judges)

    def own(self, table: Table) -> PlayerId | None:
        """Return the requester's player at a table."""
        return seat_of(table, self.user) if self.seat is None else self.seat

    def require(self, table: Table, action: AnyAction) -> None:
        """Raise Refusal unless the requester, who is seated or a judge, may do this now."""
        self.require_in_time()
        if isinstance(action, endings.ShowRole) and isinstance(table, Game):
            self._require_own_role(table, action.who)
        if self.is_judge:
            return
        match action:
            case HandOver(who=who, user=to):
                self._require_hand_over(table, who, to)
            case HandOverSeat(who=who, to=seat):
                self._require_hand_over(table, who, seat.user)
            case DescribeDeck(who=who) if isinstance(table, Lobby):
                self._require_own_deck(table, who)
            case JoinGame() if isinstance(table, Game):
                self._require_admission(table)
            case _ if isinstance(table, Game):
                self._require(table, action)
            case _:
                pass

    def may(self, table: Table, action: AnyAction) -> bool:
        """Return whether the requester, who is seated or a judge, may do this now."""
        try:
            self.require(table, action)
        except Refusal:
            return False
        return True

    def require_clock(self, change: ClockChange) -> None:
        """Raise Refusal unless the requester, who is seated or a judge, may change the clocks; judges
        extend time."""
        self.require_in_time()
        if self.is_judge:
            return
        if isinstance(change, ExtendRound | ExtendTurn):
            raise Refusal("extend_judges_only", judges=self.judges)
        if self.enter is Permission.JUDGES:
            raise Refusal("enter_judges_only", judges=self.judges)

    def require_step(self, table: Table, authors: Collection[int]) -> None:
        """Raise Refusal unless the requester may undo or redo what these users have entered."""
        self.require_in_time()
        self.require_part(table)
        if self.is_judge or (self.undo is Permission.ANYONE and self.seat is None):
            return
        if self.undo is Permission.JUDGES:
            raise Refusal("undo_judges_only", judges=self.judges)
        if any(author != self.user for author in authors):
            raise Refusal("undo_own_only", judges=self.judges)

    def hosts(self, table: Lobby | Game) -> bool:
        """Return whether the requester decides who takes a seat: the host and judges do."""
        return self.is_judge or table.host == str(self.user)

    def _require_own_role(self, game: Game, who: PlayerId) -> None:
        """Require that a role is shown by its player, not by a judge; a guest's by anyone at the table."""
        if not self._speaks_for(game, who):
            raise Refusal("role_of_other", who=game.player(who).name)

    def _speaks_for(self, game: Game, who: PlayerId) -> bool:
        """Return whether the requester may speak for a player: for themselves, or for a guest."""
        return game.player(who).user in (None, self.user) if self.seat is None else who == self.seat

    def _require_own_deck(self, lobby: Lobby, who: PlayerId) -> None:
        """Require that a deck is described by its player; a guest's by any member at the table."""
        seat = lobby.find(who)
        if seat is None:
            return
        speaks = seat.user in (None, self.user) if self.seat is None else who == self.seat
        if not speaks:
            raise Refusal("deck_of_other", who=seat.name, judges=self.judges)

    def _require_hand_over(self, table: Table, who: PlayerId, to: int | None) -> None:
        """Check that a seat is handed over by its owner or the host; a guest's in a lobby by anyone there,
        and to the user who claims it if the settings allow that."""
        people = table.seated if isinstance(table, Lobby) else table.players
        seat = next((one for one in people if one.id == who), None)
        if seat is None or self.user == seat.user or table.host == str(self.user):
            return
        claimed = seat.user is None and to == self.user and self.claim
        there = isinstance(table, Lobby) or table.host is None
        if claimed or (seat.user is None and there and seat_of(table, self.user) is not None):
            return
        raise Refusal("hand_over_not_yours", who=seat.name, judges=self.judges)

    def _require_admission(self, game: Game) -> None:
        """Check that a game's host or players admit late joiners."""
        if game.host == str(self.user):
            return
        if seat_of(game, self.user) is None:
            raise Refusal("admission_needed", judges=self.judges)
        if self.enter is Permission.JUDGES:
            raise Refusal("enter_judges_only", judges=self.judges)

    def _require(self, game: Game, action: AnyAction) -> None:
        match action:
            case Together(actions=several) | Simultaneous(actions=several) | InOrder(actions=several):
                for one in several:
                    self._require(game, one)
            case endings.Concede(who=who):
                if not self._speaks_for(game, who):
                    raise Refusal("concede_own_only", who=game.player(who).name, judges=self.judges)
            case RecordChance() | RollPlanarDie() | CallVote() | endings.ShowRole():
                pass
            case CastVote(who=who) | DeclineVotes(who=who) if self._enters_for(game, who):
                pass
            case endings.Penalise() | endings.AgreeDraw(by=()) if not self.decides_alone:
                raise Refusal("enter_judges_only", judges=self.judges)
            case _ if self.enter is Permission.JUDGES:
                raise Refusal("enter_judges_only", judges=self.judges)
            case _ if self.enter is Permission.OWN or self.seat is not None:
                self._require_own(game, action)
            case _:
                pass

    def _require_own(self, game: Game, action: AnyAction) -> None:
        match action:
            case endings.Penalise():
                raise Refusal("enter_judges_only", judges=self.judges)
            case EndTurn() | BeginTurn():
                active = _active(game, action)
                if active and not any(self._enters_for(game, id) for id in active):
                    names = listed(game.player(id).name for id in active)
                    raise Refusal("turn_of_other", who=names, judges=self.judges)
            case _:
                for id in concerned(game, action):
                    if not self._enters_for(game, id):
                        raise Refusal("enter_own_only", who=game.player(id).name, judges=self.judges)

    def _enters_for(self, game: Game, id: PlayerId) -> bool:
        """Return whether the requester may enter something for a player: for themselves, their team's total,
        or a guest; guests don't enter for other guests."""
        me, side = self.own(game), game.side_of(id)
        if id == me or (side.shares_life and me in side.members):
            return True
        return self.seat is None and game.player(id).user is None


def requester_of(
    interaction: discord.Interaction, settings: EffectiveSettings, require_in_time: Callable[[], None]
) -> Requester:
    """Return the user of an interaction and their permissions; outside of the bot's servers there are no
    judges."""
    guild, permissions = interaction.guild, interaction.permissions
    if comes_from_outside(interaction):
        guild, permissions = None, discord.Permissions.none()
    return person(interaction.user, guild, permissions, settings, require_in_time)


def person(
    user: discord.User | discord.Member,
    guild: discord.Guild | None,
    permissions: discord.Permissions,
    settings: EffectiveSettings,
    require_in_time: Callable[[], None],
) -> Requester:
    """Return a user with their permissions at a place, under these settings."""
    role = settings[JUDGE]
    judge = guild.get_role(role) if guild is not None and role is not None else None
    judging = judge is not None and isinstance(user, discord.Member) and user.get_role(judge.id) is not None
    return Requester(
        user=user.id,
        is_judge=judging or _moderates(permissions),
        guild=guild,
        role=judge,
        settings=settings,
        require_in_time=require_in_time,
    )


def _judges(guild: discord.Guild | None, role: discord.Role | None) -> frozenset[int]:
    """Return the known judges of a server: its owner, and the known members of the role."""
    if guild is None:
        return frozenset()
    members = () if role is None else role.members
    return frozenset(one for one in (guild.owner_id, *(member.id for member in members)) if one is not None)


def _moderates(may: discord.Permissions) -> bool:
    return may.administrator or may.manage_guild or may.manage_messages


def missing_permissions(interaction: discord.Interaction) -> list[str]:
    """Return the permissions that the bot lacks to keep a table at an interaction's place.

    They have Discord's English names. Only the bot's own messages need them; answers don't, and outside of
    its servers the bot only answers.
    """
    if comes_from_outside(interaction):
        return []
    given = interaction.app_permissions
    if isinstance(interaction.channel, discord.Thread):
        speaking_up = ("Send Messages in Threads", given.send_messages_in_threads)
    else:
        speaking_up = ("Send Messages", given.send_messages)
    needed = (("View Channel", given.view_channel), speaking_up, ("Attach Files", given.attach_files))
    return [name for name, there in needed if not there]


def explain_lacking(interaction: discord.Interaction, missing: Sequence[str]) -> str:
    """Explain which permissions the bot lacks at an interaction's place, and what to do."""
    if not interaction.app_permissions.view_channel:
        return tr(
            "I can't see this channel: I'm missing the View Channel permission. I answer commands, but "
            "what I post or update unasked waits: boards, tables, reminders, announcements. Once a "
            "moderator gives me View Channel under **Edit Channel → Permissions**, it follows "
            "automatically."
        )
    return tr(
        "I'm missing permissions in this channel: {permissions}. Without them, the board "
        "may be out of date, and announcements and images may be missing.",
        permissions=comma_separated(missing),
    )


def may_judge(member: discord.Member, role: int | None) -> bool:
    """Return whether a member of a server is a judge there: a moderator, or a member of the judge role."""
    return _moderates(member.guild_permissions) or (role is not None and member.get_role(role) is not None)


def seat_of(table: Table, user: int) -> PlayerId | None:
    """Return a Discord user's player at this table, even one who has left the game."""
    people = table.seated if isinstance(table, Lobby) else table.players
    return next((one.id for one in people if one.user == user), None)


_OF_THE_TABLE = (
    *(Hold, Release, Check, ChangeLink),
    *(BecomeDayOrNight, EndDayNight, ReverseTurnOrder),
    *(endings.Loop, endings.AgreeDraw, endings.AbandonGame),
)
"""Actions that belong to no player."""


def concerned(game: Game, action: AnyAction) -> tuple[PlayerId, ...]:
    """Return the players whose personal action it is; empty for actions of the table."""
    if isinstance(action, _OF_THE_TABLE):
        return ()
    if isinstance(action, ControlTurn | endings.DrawGame | endings.RestartGame):
        return (action.by,)
    fields = fields_of(action)
    if fields is None or fields.what == "turn":
        return tuple(player.id for player in game.players)
    return (*filter(None, fields.each), *((fields.other,) if fields.other is not None else ()))


def _active(game: Game, action: EndTurn | BeginTurn) -> tuple[PlayerId, ...]:
    """Return the owner of the ending turn; with turn markers, of the given marker's turn or any."""
    marker = action.marker if isinstance(action, EndTurn) else None
    if marker is None:
        return game.active_players
    return tuple(one.at for one in game.markers if one.number == marker and one.at in game.active_players)
