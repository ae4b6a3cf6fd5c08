"""All hooks in order, in one place; `python -m bot hooks` prints them."""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from cogs.board import buttons as board_buttons
from cogs.board.following import BoardFollower
from cogs.cards import commands as cards
from cogs.charts.commands import ChartCog
from cogs.clock import commands as clock
from cogs.clock.timekeeper import Timekeeper
from cogs.core.custom_ids import DemoCustomId, HelpCustomId, NewCustomId, TableCustomId
from cogs.core.hooks import Hooks, Route, bound, one_each
from cogs.core.service import GameService
from cogs.help import welcome
from cogs.help.welcome import WelcomeCog
from cogs.history import commands as history
from cogs.history import fix, undone
from cogs.leagues.commands import (
    admin,
    chart,
    claims,
    imports,
    inbox,
    public_page,
    result_buttons,
    statistics,
)
from cogs.leagues.commands.service import LeagueService
from cogs.leagues.core.components import LeagueCustomId
from cogs.leagues.updates import knock_outs, table_results
from cogs.leagues.updates import votes as league_votes
from cogs.leagues.updates.earlier import EarlierMessages
from cogs.lobby import brackets, demo, late_joiners, roles, seats
from cogs.lobby import buttons as lobby_buttons
from cogs.lobby import panel as lobby_panel
from cogs.lobby.lobby import LobbyExpiry
from cogs.pages import commands as page_buttons
from cogs.pages import guests
from cogs.pages.commands import LinksCustomId
from cogs.play import commander_names, endings, extra_lines, line, turns
from cogs.play.effects import sources as effect_sources
from cogs.privacy.commands import PrivacyCog, PrivacyCustomId
from cogs.same_time import buttons as same_time
from cogs.same_time import waiting
from cogs.same_time.late_presses import LatePresses
from cogs.same_time.waiting import Waiting
from cogs.settings.commands import SettingsCog
from cogs.settings.view import VERBS as SETTINGS_VERBS
from cogs.settings.view import SettingsCustomId
from cogs.tournaments.commands import (
    absences,
    adding,
    available,
    decklists,
    judging,
    organize,
    pictures,
    queue,
    schedule,
    sign_up,
)
from cogs.tournaments.commands.exchange import files
from cogs.tournaments.setup import EventParts
from cogs.tournaments.views.event import EventCustomId
from cogs.tournaments.views.repeating import SeriesCustomId
from cogs.votes import commands as votes
from storage.followers import CommitFollowers
from storage.posts import PostKind
from storage.privacy import Privacy
from storage.scheduler import DeadlineKind


class Parts(NamedTuple):
    """The long-lived objects of an installation whose methods are hooks."""

    service: GameService
    privacy: Privacy
    privacy_cog: PrivacyCog
    charts: ChartCog
    settings: SettingsCog
    league: LeagueService
    earlier: EarlierMessages
    events: EventParts
    follower: BoardFollower
    lobbies: LobbyExpiry
    timekeeper: Timekeeper
    late_presses: LatePresses
    waiting: Waiting
    welcome: WelcomeCog


def hooks_of(parts: Parts) -> Hooks:
    """Return all hooks; raises Contradiction if two have the same key."""
    service, notices, events = parts.service, parts.league.notices, parts.events
    return Hooks(
        routes=_routes(parts),
        deadlines=one_each(
            "deadline",
            (DeadlineKind.CLOCK, parts.timekeeper.tell_time),
            (DeadlineKind.LOBBY, parts.lobbies.close),
            (DeadlineKind.SAME_TIME, parts.waiting.settle),
            (DeadlineKind.CHART, parts.charts.post_later),
            (DeadlineKind.LATE_PRESS, parts.late_presses.forget),
            (DeadlineKind.CONFIRMATION, notices.settle),
            (DeadlineKind.REMINDER, notices.asking.remind),
            (DeadlineKind.CALLED, notices.asking.call),
            (DeadlineKind.VOTES, notices.close_votes),
            (DeadlineKind.DIGEST, notices.send_digest),
            (DeadlineKind.STANDINGS_MOVED, parts.earlier.moved),
            (DeadlineKind.INBOX_REPLACED, parts.earlier.replaced),
            (DeadlineKind.QUEUE, events.queues.look_after),
            (DeadlineKind.TABLE_OVER, events.notices.adopt),
            (DeadlineKind.UNANSWERED, events.notices.adopt),
            (DeadlineKind.ROUND, events.deadlines.round_due),
            (DeadlineKind.ROUND_REMINDER, events.notices.adopt),
            (DeadlineKind.AVAILABLE, events.notices.adopt),
            (DeadlineKind.CALL, events.missing.call_missing),
            (DeadlineKind.MISSING, events.missing.name_missing),
            (DeadlineKind.LATE_CHANGE, events.notices.adopt),
            (DeadlineKind.CORRECTION, events.notices.adopt),
            (DeadlineKind.ANNOUNCED, events.notices.adopt),
            (DeadlineKind.OVER, events.messages.show_end),
            (DeadlineKind.WINNER, events.winners.give),
            (DeadlineKind.SERIES, events.series.open),
            (DeadlineKind.REBUILD, parts.privacy.rebuild),
        ),
        announcements=one_each(
            "announcement",
            (PostKind.STEP, service.step_announcements.announcement),
            (PostKind.CLOCK, parts.timekeeper.announcement),
            (PostKind.WARNING, parts.timekeeper.warning),
            (PostKind.CHART, parts.charts.render),
            (PostKind.ANNOUNCED, events.announcer.render),
            (PostKind.FURTHER, events.announcer.render_further),
            (PostKind.RESULT, events.notices.result),
            (PostKind.CORRECTION, events.notices.result),
            (PostKind.LATE_CHANGE, events.notices.late_change),
            (PostKind.OVERRULED, events.overruled.render),
            (PostKind.TABLE_OVER, events.notices.table_over),
            (PostKind.TABLE_GONE, events.notices.table_gone),
            (PostKind.TABLES_CLOSED, events.notices.closed_tables),
            (PostKind.NO_VOICE_ROOMS, events.rooms.render_refused),
            (PostKind.CALL, events.missing.render_call),
            (PostKind.MISSING, events.missing.render_missing),
            (PostKind.AVAILABLE, events.notices.available),
            (PostKind.ROUND_REMINDER, events.notices.reminder),
            (PostKind.ROUND_OVER, events.notices.round_over),
            (PostKind.UNANSWERED, events.notices.who_left),
            (PostKind.SEATED_ELSEWHERE, events.notices.who_plays),
            (PostKind.STILL_WAITING, events.queues.still_waiting),
            (PostKind.TABLE_OPEN, events.tables.opening),
            (PostKind.EXTRA_TIME, events.notices.extra_time),
            (PostKind.CONFIRM, notices.asking.render),
            (PostKind.CONFIRM_PRIVATELY, notices.asking.render_private),
            (PostKind.LEAGUE_ACT, notices.announcements.render_act),
            (PostKind.SUSPICIOUS, notices.announcements.render_flag),
            (PostKind.SEASON, notices.announcements.render_season),
            (PostKind.VOTES, notices.announcements.render_votes),
            (PostKind.WELCOME, parts.welcome.render),
            (PostKind.DROPPED, events.notices.dropped),
            (PostKind.SIGN_UP, events.series.sign_up),
            (PostKind.SERIES_WAITS, events.series.waits),
        ),
        before_answers=(partial(clock.start_clocks, service),),
        extra_lines_for_totals=(extra_lines.left_out, extra_lines.shielded),
        extra_lines=(
            partial(commander_names.questions, service.commanders),
            partial(table_results.result_lines, service.games.leagues),
            partial(league_votes.vote_lines, service.games.leagues),
        ),
        result_buttons=(
            lobby_buttons.rematch_button,
            endings.agree_button,
            partial(knock_outs.knock_out_buttons, service),
            partial(league_votes.vote_buttons, service.games.leagues),
            fix.fix_buttons,
            partial(waiting.same_time_buttons, service),
        ),
        delivered=(parts.waiting.on_delivered,),
        results=(parts.charts.follow,),
        passing=(parts.follower.passing,),
        offers=(
            partial(seats.offer_guest_seat, service),
            partial(late_joiners.offer_late_seat, service),
            partial(fix.offer_steps_to_undo, service),
            parts.late_presses.offer,
        ),
        chosen=(service.boards.restyle,),
        message_listeners=(events.missing.hear, parts.follower.hear),
        commits=CommitFollowers(
            over=(events.outcomes.recount, events.league_results.recount),
            recounted=(service.boards.refresh, events.outcomes.recount),
            announced=(service.announcer.note,),
            changed=(service.announcer.note_change,),
            leagues=(notices.follow, events.league_results.follow_league),
            tournaments=(
                notices.follow_event,
                events.league_results.follow,
                events.answering.after(events.messages.follow),
                events.answering.after(events.tables.follow),
                events.answering.after(events.missing.follow),
                events.answering.after(events.rooms.follow),
                events.answering.after(events.queues.follow),
                events.answering.after(events.schedule.follow),
            ),
        ),
    )


def _routes(parts: Parts) -> Mapping[str, Route]:
    """Return the handlers of presses, picks and forms, by kinds of custom_ids and their verbs."""
    service, privacy, events = parts.service, parts.privacy_cog, parts.events.service
    table_answers = one_each(
        "verb",
        *lobby_buttons.HANDLERS.items(),
        *lobby_panel.HANDLERS.items(),
        *brackets.HANDLERS.items(),
        *seats.HANDLERS.items(),
        *roles.HANDLERS.items(),
        *late_joiners.HANDLERS.items(),
        *board_buttons.HANDLERS.items(),
        *turns.HANDLERS.items(),
        *cards.HANDLERS.items(),
        *endings.HANDLERS.items(),
        *line.HANDLERS.items(),
        *effect_sources.HANDLERS.items(),
        *knock_outs.HANDLERS.items(),
        *votes.HANDLERS.items(),
        *history.HANDLERS.items(),
        *undone.HANDLERS.items(),
        *fix.HANDLERS.items(),
        *same_time.HANDLERS.items(),
        *page_buttons.HANDLERS.items(),
        *guests.HANDLERS.items(),
    )
    table_forms = one_each(
        "form",
        *lobby_panel.FORMS.items(),
        *brackets.FORMS.items(),
        *board_buttons.FORMS.items(),
        *cards.FORMS.items(),
        *fix.FORMS.items(),
        *same_time.FORMS.items(),
    )
    league_answers = one_each(
        "league verb",
        *admin.HANDLERS.items(),
        *chart.HANDLERS.items(),
        *claims.HANDLERS.items(),
        *imports.HANDLERS.items(),
        *inbox.HANDLERS.items(),
        *public_page.HANDLERS.items(),
        *result_buttons.HANDLERS.items(),
        *statistics.HANDLERS.items(),
    )
    event_answers = one_each(
        "event verb",
        *sign_up.HANDLERS.items(),
        *adding.HANDLERS.items(),
        *judging.HANDLERS.items(),
        *absences.HANDLERS.items(),
        *organize.HANDLERS.items(),
        *pictures.HANDLERS.items(),
        *files.HANDLERS.items(),
        *queue.HANDLERS.items(),
        *available.HANDLERS.items(),
        *decklists.HANDLERS.items(),
    )
    help_answers = {"what": welcome.show_overview, "topic": welcome.show_topic}
    link_answers = {"revoke": page_buttons.revoke, "all": page_buttons.revoke}
    table = Route(TableCustomId, bound(service, table_answers), bound(service, table_forms), service.prepare)
    event = Route(EventCustomId, bound(events, event_answers), prepare=events.pressed, outside=False)
    league = Route(LeagueCustomId, bound(parts.league, league_answers), outside=False, direct=True)
    links = Route(LinksCustomId, bound(service, link_answers), outside=False)
    return one_each(
        "custom_ids",
        (TableCustomId.route, table),
        (LeagueCustomId.route, league),
        (EventCustomId.route, event),
        (SeriesCustomId.route, Route(SeriesCustomId, bound(events, schedule.HANDLERS), outside=False)),
        (SettingsCustomId.route, Route(SettingsCustomId, dict.fromkeys(SETTINGS_VERBS, parts.settings.take))),
        (PrivacyCustomId.route, Route(PrivacyCustomId, {"keep": privacy.keep, "delete": privacy.forget})),
        (HelpCustomId.route, Route(HelpCustomId, bound(service, help_answers))),
        (DemoCustomId.route, Route(DemoCustomId, bound(service, {"start": demo.start, "end": demo.end}))),
        (NewCustomId.route, Route(NewCustomId, bound(service, {"game": demo.open_lobby}))),
        (LinksCustomId.route, links),
    )
