"""/vote, and the buttons of a vote."""

import re
from collections.abc import Mapping

import discord
from discord import app_commands

from cogs.core import autocomplete, targets
from cogs.core.components import message, rows
from cogs.core.context import location_of
from cogs.core.custom_ids import TableCustomId
from cogs.core.delivery.places import anywhere
from cogs.core.messaging import reply_private, respond
from cogs.core.permissions import seat_of
from cogs.core.service import GameCog, GameService, TableHandler, in_progress
from cogs.text.formatting import label
from cogs.text.language import speaking, tr
from cogs.text.typed import COMMA
from cogs.votes import view as ui
from rules.actions.action import Action
from rules.actions.votes import CallVote, CastVote, DeclineVotes
from rules.events.votes import VoteCalled, VoteEnded
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.game.vote import Vote
from rules.players.votes import next_voter
from rules.refusal import Refusal
from rules.table import Table
from storage.games.games import Committed

VOTE_OPTION_LENGTH = 60
"""Characters of an option."""
_BETWEEN = re.compile(rf"(?:{COMMA.pattern}|[;|\n])")
"""The separators of options."""


async def _press(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Vote for the button's choice if the user or a guest votes next; otherwise ask for whom."""
    game = in_progress((await service.view(press.game)).table)
    ballot = ui.VoteChoice.read(press.value)
    vote, voter, found, choice = _open(game, ballot.vote), next_voter(game), ballot.vote, ballot.choice
    if voter is None or _may(game, voter, seat_of(game, interaction.user.id)):
        await _show(
            service,
            interaction,
            await service.enter(
                interaction,
                press.game,
                lambda game, me: CastVote(who=_voter(game, found, me), choice=choice),
                continues=True,
            ),
        )
        return
    requester = await service.requester(interaction)
    requester.require_part(game)
    requester.require(game, CastVote(who=voter, choice=choice))
    if not 0 <= choice < len(vote.choices):
        raise Refusal("outdated")
    with speaking(await service.language_of_user(interaction)):
        name = game.player(voter).name
        await reply_private(
            interaction,
            tr("It's {who}'s turn to vote. Vote on their behalf?", who=name),
            *rows(ui.on_behalf(press.game, vote, choice, voter, name)),
        )


async def _press_for(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Vote for the player named on the button; the updated vote is shown to everyone."""
    ballot = ui.VoteChoiceFor.read(press.value)

    def decide(game: Game, me: PlayerId | None) -> Action:
        voters = _open(game, ballot.vote).voters
        if ballot.place >= len(voters):
            raise Refusal("outdated")
        return CastVote(who=voters[ballot.place], choice=ballot.choice)

    committed = await service.enter(interaction, press.game, decide, continues=True)
    await service.replies.show_privately(interaction, committed, _done)
    vote = _shown(committed)
    if vote is not None and isinstance(committed.after, Game):
        await respond(interaction, view=ui.vote_message(committed.after, committed.game, vote))


def _done(_after: Table, _said: str) -> discord.ui.LayoutView:
    return message(tr("Done."))


async def _decline(service: GameService, interaction: discord.Interaction, press: TableCustomId) -> None:
    """Cast no more additional votes."""

    def decide(game: Game, me: PlayerId | None) -> Action:
        return DeclineVotes(who=_voter(game, press.value, me))

    await _show(service, interaction, await service.enter(interaction, press.game, decide, continues=True))


async def _show(service: GameService, interaction: discord.Interaction, committed: Committed) -> None:
    """Answer a press with the updated vote, and announce the result of a finished one."""
    vote = _shown(committed)
    if vote is None or not isinstance(committed.after, Game):
        raise Refusal("no_vote")
    shown = ui.vote_message(committed.after, committed.game, vote)
    with service.replies.announcer.answering(committed):
        try:
            await interaction.response.edit_message(view=shown)
        finally:
            service.boards.refresh(committed.game)
        await service.replies.tell_loud(interaction, committed)


def _shown(committed: Committed) -> Vote | None:
    """Return the state of the vote after a step about it."""
    ended = (event.vote for event in committed.entry.events if isinstance(event, VoteEnded))
    now = committed.after.vote if isinstance(committed.after, Game) else None
    return next(ended, now)


def _open(game: Game, found: str) -> Vote:
    """Return the vote in progress; raises Refusal if it isn't that of the buttons."""
    if game.vote is None or ui.vote_key(game.vote) != found:
        raise Refusal("no_vote")
    return game.vote


def _may(game: Game, voter: PlayerId, me: PlayerId | None) -> bool:
    """Return whether a press counts as this player's vote: their own, or anyone's for a guest."""
    return me == voter or game.player(voter).user is None


def _voter(game: Game, found: str, me: PlayerId | None) -> PlayerId:
    """Return the voter of a press; raises Refusal if someone else votes next."""
    _open(game, found)
    voter = next_voter(game)
    if voter is None:
        raise Refusal("no_vote")
    return voter if _may(game, voter, me) else me or voter


HANDLERS: Mapping[str, TableHandler] = {"vote": _press, "votefor": _press_for, "novote": _decline}


class VotesCog(GameCog):
    """/vote, and its buttons."""

    @anywhere
    @app_commands.command()
    @app_commands.autocomplete(first=autocomplete.suggest_single_player, extra=autocomplete.suggest_targets)
    @app_commands.describe(
        question="What the vote is about, such as the card's name (leave blank to show the vote in progress)",
        options="What can be voted for, separated by commas",
        first="Player who votes first (default: you)",
        extra="Players with additional votes, such as Ana, Ben 2",
    )
    async def vote(
        self,
        interaction: discord.Interaction,
        question: app_commands.Range[str, 1, 150] | None = None,
        options: app_commands.Range[str, 1, 600] | None = None,
        first: str | None = None,
        extra: str | None = None,
    ) -> None:
        """Have players vote in turn order"""
        if question is None and options is None:
            await self._again(interaction)
            return

        def decide(game: Game, me: PlayerId | None) -> Action:
            if question is None or options is None:
                raise Refusal("vote_what")
            return CallVote(
                who=targets.player(game, first, me),
                question=label(question),
                choices=parse_choices(options),
                extra=targets.amounts(game, extra, me, 1) if extra else {},
            )

        committed = await self.service.enter(interaction, location_of(interaction), decide, continues=True)
        called = (event.vote for event in committed.entry.events if isinstance(event, VoteCalled))
        vote = next(called, None)
        if vote is None or not isinstance(committed.after, Game):
            raise Refusal("no_vote")
        shown = ui.vote_message(committed.after, committed.game, vote)
        try:
            await respond(interaction, view=shown)
        finally:
            self.service.boards.refresh(committed.game)

    async def _again(self, interaction: discord.Interaction) -> None:
        """Show the vote in progress at the end of the chat."""
        shown = await self.service.view(location_of(interaction))
        game = await self.service.look(location_of(interaction))
        if game.vote is None or game.outcome is not None:
            raise Refusal("vote_what")
        await respond(interaction, view=ui.vote_message(game, shown.game, game.vote))


def parse_choices(typed: str) -> tuple[str, ...]:
    """Return the options between commas, each once; raises Refusal for one that is too long."""
    found: dict[str, str] = {}
    for part in _BETWEEN.split(typed):
        if part.strip():
            choice = label(part)
            if len(choice) > VOTE_OPTION_LENGTH:
                raise Refusal("text_too_long", limit=VOTE_OPTION_LENGTH)
            found.setdefault(choice.casefold(), choice)
    return tuple(found.values())
