"""Buttons and forms about a result: confirm, dispute, rule and vote."""

import discord
from msgspec.structs import replace

from cogs.core.context import request_of, submitted_fields, typed
from cogs.core.messaging import reply_private
from cogs.leagues.commands.service import LeagueHandler, LeagueService
from cogs.leagues.core import parsing
from cogs.leagues.core.components import LeagueCustomId
from cogs.leagues.core.reported import TypedDetails, with_missing_parts
from cogs.leagues.core.votes import FILLED, VOTE, choices_in, vote_form
from cogs.leagues.views import result as result_view
from cogs.text.language import speaking, tr
from cogs.text.leagues import text
from rules.leagues.acts.results import Verdict
from rules.leagues.result import Draw, ResultNumber
from rules.leagues.review import ResultState
from rules.leagues.state import LeagueState
from rules.refusal import Refusal
from storage.leagues.results import ReportedResult
from storage.leagues.unit_of_work import CommittedActs


async def replacement(
    service: LeagueService,
    interaction: discord.Interaction,
    state: LeagueState,
    number: ResultNumber,
    players: str | None,
    details: TypedDetails,
) -> ReportedResult:
    """Return the result with typed replacements; raises Refusal for invalid text."""
    was = (await service.leagues.results.record(state.league, number)).result
    typed_sides = parsing.sides(players or text.report_text(state, was))
    alike = len(typed_sides.sides) == len(was.entrants) and (details.draw is None) == (was.draw is None)
    if alike and not details.score:
        details = replace(details, score=text.match_score(was))
    persons = await parsing.resolve_players(interaction, state, typed_sides)
    return with_missing_parts(state, was, typed_sides, persons, details)


async def rule_on(
    service: LeagueService,
    interaction: discord.Interaction,
    state: LeagueState,
    number: ResultNumber,
    verdict: Verdict,
    reason: str,
    players: str | None,
    draw: Draw | None,
    *,
    announced: bool = False,
) -> CommittedActs:
    """Carry out a judge's ruling; raises Refusal. ``announced``: post it in the channel."""
    await service.require_judge(interaction, state)
    reported = None
    if verdict is Verdict.REPLACE:
        if players is None:
            raise Refusal("replacement_missing")
        was = (await service.leagues.results.record(state.league, number)).result
        details = TypedDetails(played=was.played, draw=draw)
        reported = await replacement(service, interaction, state, number, players, details)
    others = await service.other_judges(interaction, state)
    request = request_of(interaction, announced=announced)
    return await service.leagues.results.rule(
        state.league, request, number, verdict, reason, reported, others=others
    )


async def confirm(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    """Confirm a result; its updated message is the answer."""
    state = await service.of_player(interaction, press.league)
    try:
        with service.notices.answering(interaction):
            done = await service.leagues.results.confirm(state.league, request_of(interaction), press.result)
    except Refusal:
        service.notices.refresh(state.league, press.result)  # in case that the message is an old one
        raise
    await _redraw(service, interaction, done)


async def ask_dispute(
    service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId
) -> None:
    """Ask what is wrong with a result."""
    state = await service.of_player(interaction, press.league)
    record = await service.leagues.results.record(state.league, press.result)
    if record.state is not ResultState.PENDING:
        service.notices.refresh(state.league, press.result)
    if state.player_of(interaction.user.id) not in {state.resolved(one) for one in record.result.players}:
        raise Refusal("dispute_own_only")
    with speaking(await service.game_service.language_of_user(interaction)):
        asked = LeagueCustomId("disputed", press.league, press.result)
        await interaction.response.send_modal(result_view.reason_form(tr("What's wrong?"), asked))


async def disputed(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    """Dispute a result for the reason from the form."""
    state = await service.of_player(interaction, press.league)
    reason = result_view.reason_in(submitted_fields(interaction))
    with service.notices.answering(interaction):
        done = await service.leagues.results.dispute(
            state.league, request_of(interaction), press.result, reason
        )
    await _redraw(service, interaction, done)
    service.notices.refresh(state.league, press.result)


async def ask_for_ruling(
    service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId
) -> None:
    """Ask a judge for the reason of a ruling, or for the corrected result."""
    state = await service.judged_from(interaction, press.league)
    record = await service.leagues.results.record(state.league, press.result)
    if record.state not in (ResultState.PENDING, ResultState.DISPUTED):
        service.notices.refresh(state.league, press.result)
    asked = LeagueCustomId("ruled", press.league, press.result, press.value)
    with speaking(await service.game_service.language_of_user(interaction)):
        if press.value == Verdict.REPLACE:
            form = result_view.replacement_form(state, record, asked)
        else:
            form = result_view.reason_form(tr("Your ruling"), asked)
        await interaction.response.send_modal(form)


async def enter_ruling(
    service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId
) -> None:
    """Rule by the judge's form."""
    state = await service.judged_from(interaction, press.league)
    fields = submitted_fields(interaction)
    players = typed(fields, "players") or None
    reason, draw = result_view.reason_in(fields), result_view.draw_in(fields)
    if press.value not in list(Verdict):
        raise Refusal("outdated")
    verdict = Verdict(press.value)
    await rule_on(service, interaction, state, press.result, verdict, reason, players, draw)
    with speaking(await service.game_service.language_of_user(interaction)):
        await reply_private(interaction, tr("Your ruling has been posted."))


async def merge(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    """Void a duplicate result."""
    state = await service.of_player(interaction, press.league)
    judge = await service.judge(interaction, state) is not None
    request = request_of(interaction)
    with service.notices.answering(interaction):
        done = await service.leagues.results.merge(state.league, request, press.result, judge=judge)
    await _redraw(service, interaction, done)
    if done.record.duplicate_of is not None:
        service.notices.refresh(state.league, done.record.duplicate_of)


async def distinguish(
    service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId
) -> None:
    """Rule that two results aren't duplicates."""
    state = await service.judged_from(interaction, press.league)
    with service.notices.answering(interaction):
        done = await service.leagues.results.distinguish(state.league, request_of(interaction), press.result)
    await _redraw(service, interaction, done)


async def vote(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    """Ask a player who of the others gets each achievement."""
    state = await service.of(interaction, press.league)
    record = await service.leagues.results.record(state.league, press.result)
    if record.vote_ends is None:
        raise Refusal("vote_over")
    own = state.player_of(interaction.user.id)
    voter = next((one for one in record.result.players if state.resolved(one) == own), None)
    if own is None or voter is None:
        raise Refusal("vote_own_game")
    with speaking(await service.game_service.language_of_user(interaction)):
        await interaction.response.send_modal(vote_form(state, record, voter))


async def voted(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    """Cast a player's votes; only they see the answer."""
    state = await service.of(interaction, press.league)
    record = await service.leagues.results.record(state.league, press.result)
    place = await service.notices.places.of_result(state, record)
    choices = choices_in(state, submitted_fields(interaction))
    done = await service.leagues.votes.cast(
        state.league, request_of(interaction), press.result, choices, place
    )
    ends = done.record.vote_ends
    with speaking(await service.game_service.language_of_user(interaction)):
        said = (
            tr("Your vote counts. Everyone has voted.")
            if ends is None
            else tr("Your vote counts. You can change it until {when}.", when=text.moment(ends))
        )
        await reply_private(interaction, said)


async def _redraw(service: LeagueService, interaction: discord.Interaction, done: CommittedActs) -> None:
    view = result_view.result_message(done.state, done.record)
    try:
        await interaction.response.edit_message(view=view)
    finally:
        # Points and ratings follow: to work them out may take longer than an answer.
        service.notices.refresh(done.state.league, done.record.number)
        service.notices.refresh(done.state.league)


HANDLERS: dict[str, LeagueHandler] = {
    "confirm": confirm,
    "dispute": ask_dispute,
    "disputed": disputed,
    "rule": ask_for_ruling,
    "ruled": enter_ruling,
    "merge": merge,
    "distinguish": distinguish,
    VOTE: vote,
    FILLED: voted,
}
"""Handlers of a result's buttons and forms."""
