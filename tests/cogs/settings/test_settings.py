"""/settings: what the panel says, who may change what there, and what the choices do to an evening."""

import discord
import pytest
from simcord import ChannelHandle

from cogs.locales.catalogs import catalog
from cogs.settings.names import SETTING_WORDS
from storage.settings.definitions import Level
from tests.cogs.settings.settings_panel import SettingsPanel, choose
from tests.support.evening import Evening
from tests.support.hiding import hide
from tests.support.leagues import create
from tests.support.messages import buttons, message_of, pressable, text
from tests.support.tables import begin, deal, gather
from tests.support.wording import announces


def shown_at(level: Level) -> list[str]:
    """Return the settings that a panel has to show, as it calls them."""
    return [words.name for setting, words in SETTING_WORDS.items() if level in setting.levels]


def names(panel: SettingsPanel) -> list[str]:
    """Return the settings that a panel tells of."""
    return [line[2:].partition("**")[0] for line in panel.text.splitlines() if line.startswith("**")]


async def thread_in(evening: Evening) -> ChannelHandle:
    """Return a thread in the table's channel."""
    channel = evening.text_channel
    await channel.create_thread(name="round-1", type=discord.ChannelType.public_thread)
    (thread,) = evening.channel.threads
    return thread


async def lobby(evening: Evening, who: str = "Ben") -> str:
    """Return the lobby that someone opens without saying anything about it."""
    opened = message_of(await evening.people[who].slash(evening.channel, "game new"))
    return text(opened)


class TestLeagues:
    async def test_the_games_of_a_channel_count_where_its_panel_says(self, evening: Evening) -> None:
        panel = await SettingsPanel(evening, "Ana").open()
        assert panel.line("Leagues") == "no league · *default*"
        for name in ("Friday", "Summer"):
            await create(evening, name)
        panel = await SettingsPanel(evening, "Ana").open()
        assert panel.line("Leagues") == "Friday and Summer · *this channel*"
        _, summer = await evening.games.leagues.queries.of_guild(evening.server.id)
        await panel.pick("channel:leagues::", str(summer.league))
        assert panel.line("Leagues") == "Summer · *this channel*"
        thread = await SettingsPanel(evening, "Ana", await thread_in(evening)).open()
        assert thread.line("Leagues") == "Summer · *the thread's channel*"
        await deal(evening, "two_player", "Ana, Ben")
        ended = await evening.types("Ben", "concede")
        assert "Summer" in ended.text
        assert "Friday" not in ended.text
        await panel.pick("channel:leagues::")
        assert panel.line("Leagues") == "no league · *default*"

    async def test_only_judges_choose_them(self, evening: Evening) -> None:
        await create(evening)
        channel = await SettingsPanel(evening, "Ben").open("This channel")
        assert channel.line("Leagues") == "Friday · *this channel*"
        assert "channel:leagues" not in str(channel.message.components)
        role = evening.server.create_role("Host", permissions=discord.Permissions(manage_channels=True))
        evening.people["Gil"] = evening.server.add_member(evening.env.create_user("gil"), roles=[role])
        panel = await SettingsPanel(evening, "Gil").open()
        evening.refusal()
        refusal = await panel.pick("channel:leagues::")
        assert refusal.private
        assert evening.refusal() == "league_judges_only"


class TestPanel:
    async def test_it_shows_everything_with_its_origin(self, evening: Evening) -> None:
        panel = await SettingsPanel(evening, "Ana").open("Server")
        assert names(panel) == shown_at(Level.SERVER)
        assert panel.line("Format") == "ask each time · *default*"
        assert panel.line("Who can edit") == "Anyone in the game can edit · *default*"
        await panel.pick("server:choose:variant:", "commander")
        assert panel.line("Format") == "Commander · *server*"
        await panel.press("This channel")
        assert names(panel) == [*shown_at(Level.CHANNEL), "Leagues"]
        assert panel.line("Format") == "Commander · *server*"
        await panel.pick("channel:choose:variant:", "brawl")
        assert panel.line("Format") == "Brawl · *this channel*"
        await panel.press("Server")
        assert panel.line("Format") == "Commander · *server*"

    async def test_oneself_sees_what_counts_and_which_choices_have_no_effect(self, evening: Evening) -> None:
        ben = await SettingsPanel(evening, "Ben").open("Personal")
        assert names(ben) == shown_at(Level.OWN)
        await ben.pick("own:choose:variant:", "brawl")
        assert ben.line("Format") == "Brawl · *personal*"
        await choose(evening, "Ana", "channel:variant", "commander")
        await ben.open("Personal")
        assert ben.line("Format") == "Commander · *this channel*, overriding Brawl · *personal*"
        cy = await SettingsPanel(evening, "Cy").open("Personal")
        assert cy.line("Format") == "Commander · *this channel*"

    async def test_it_names_the_permissions_that_the_bot_lacks_in_the_channel(self, evening: Evening) -> None:
        channel = evening.text_channel
        await channel.set_permissions(channel.guild.me, attach_files=False)
        assert (
            "permissions in this channel: Attach Files." in (await SettingsPanel(evening, "Ana").open()).text
        )
        await hide(evening)
        panel = await SettingsPanel(evening, "Ana").open("Server")
        assert "I'm missing the View Channel permission" in panel.text
        await panel.press("Personal")
        assert "View Channel" not in panel.text

    async def test_a_choice_is_taken_back(self, evening: Evening) -> None:
        await choose(evening, "Ana", "server:edition", "2011")
        panel = await SettingsPanel(evening, "Ana").open("This channel")
        await panel.pick("channel:choose:edition:", "2006")
        await panel.pick("channel:choose:undo:", "own")
        await panel.pick("channel:reset::", "edition", "undo")
        assert panel.line("Rules edition") == "Comprehensive Rules 2011 · *server*"
        assert panel.line("Who can undo") == "Anyone in the game can undo · *default*"

    async def test_switches_are_buttons(self, evening: Evening) -> None:
        panel = await SettingsPanel(evening, "Ana").open("This channel")
        await panel.press("Quiet replies: off")
        assert panel.line("Quiet replies") == "on · *this channel*"
        await panel.press("Quiet replies: on")
        assert panel.line("Quiet replies") == "off · *this channel*"

    async def test_everything_on_it_is_pressed_twice_at_once(self, evening: Evening) -> None:
        await create(evening)
        panel = await SettingsPanel(evening, "Ana").open()
        for one in pressable(panel.message):
            twice = [panel.use(one), panel.use(one)]
            for answer in await evening.at_once(*twice):
                assert answer.private or answer.text == ""
        assert (await SettingsPanel(evening, "Ben").open("This channel")).line("Leagues")

    async def test_a_channels_switch_is_not_moved_by_ones_own(self, evening: Evening) -> None:
        panel = await SettingsPanel(evening, "Ana").open("Personal")
        await panel.press("Turn pings: off")
        await panel.press("This channel")
        assert panel.line("Turn pings") == "off · *default*"
        await panel.press("Turn pings: off")
        assert panel.line("Turn pings") == "on · *this channel*"

    async def test_the_judge_role_is_picked_from_the_servers(self, evening: Evening) -> None:
        role = evening.server.create_role("Head Judge")
        panel = await SettingsPanel(evening, "Ana").open("This channel")
        await panel.pick("channel:choose:judge:", role)
        assert panel.line("Judge role") == f"{role.mention} · *this channel*"
        answer = await panel.pick("channel:choose:judge:", evening.server.default_role)
        assert answer.private
        assert answer.text.endswith("Choose a role that only judges have, not the one everyone has.")

    @pytest.mark.own_bot
    async def test_a_press_works_after_a_restart(self, evening: Evening) -> None:
        panel = await SettingsPanel(evening, "Ana").open("This channel")
        form = await panel.form()
        await evening.restart()
        await panel.fill(form, life="30")
        assert panel.line("Starting life") == "30 · *this channel*"
        await panel.pick("channel:choose:enter:", "own")
        await panel.press("Personal")
        assert panel.line("Starting life") == "30 · *this channel*"
        await evening.restart()
        assert (
            (await SettingsPanel(evening, "Ana").open("This channel"))
            .line("Who can edit")
            .startswith("Players edit only for themselves")
        )

    async def test_outside_of_servers_people_choose_for_themselves(self, evening: Evening) -> None:
        panel = await evening.people["Ben"].user.slash("settings")
        assert panel.response is not None
        assert {"Server", "This channel"}.isdisjoint(buttons(panel.response))


class TestForm:
    async def test_it_starts_with_what_is_chosen_and_an_empty_field_is_not_a_choice(
        self, evening: Evening
    ) -> None:
        panel = await SettingsPanel(evening, "Ana").open("This channel")
        await panel.fill(await panel.form(), life="30", link="https://rooms.example/4")
        assert panel.line("Starting life") == "30 · *this channel*"
        assert panel.line("Webcam link") == "https://rooms.example/4 · *this channel*"
        form = await panel.form()
        assert form.modal is not None
        fields = [label["component"] for label in form.modal["components"]]
        assert [field.get("value") for field in fields] == ["30", "https://rooms.example/4"]
        await panel.fill(form, life="", link="https://rooms.example/5")
        assert panel.line("Starting life") == "format default · *default*"
        assert panel.line("Webcam link") == "https://rooms.example/5 · *this channel*"

    @pytest.mark.parametrize(
        ("life", "link", "why"),
        [
            ("0", "", "“0” isn't a valid number. Enter one from 1 to 999999."),
            ("many", "", "“many” isn't a valid number. Enter one from 1 to 999999."),
            ("30", "http://rooms.example", "That isn't a valid link"),
            ("30", "https://rooms example", "That isn't a valid link"),
        ],
    )
    async def test_what_cant_be_used_is_refused_and_nothing_is_kept(
        self, evening: Evening, life: str, link: str, why: str
    ) -> None:
        panel = await SettingsPanel(evening, "Ana").open("This channel")
        answer = await panel.fill(await panel.form(), life=life, link=link)
        assert answer.private
        assert why in answer.text
        panel = await SettingsPanel(evening, "Ana").open("This channel")
        assert panel.line("Starting life") == "format default · *default*"
        assert panel.line("Webcam link") == "no link · *default*"


class TestWhoMay:
    async def test_players_choose_for_themselves_and_look_at_the_rest(self, evening: Evening) -> None:
        panel = await SettingsPanel(evening, "Ben").open()
        assert "## Settings: Personal" in panel.text
        await panel.press("This channel")
        assert names(panel) == [*shown_at(Level.CHANNEL), "Leagues"]
        assert "Only members who can manage this channel" in panel.text
        assert "Life and link…" not in panel.text
        await panel.press("Server")
        assert "Only members who can manage the server can change its settings." in panel.text
        assert "Life and link…" not in panel.text

    @pytest.mark.parametrize("level", ["channel", "server"])
    async def test_boards_speak_a_new_language_at_once(self, evening: Evening, level: str) -> None:
        await deal(evening)
        await choose(evening, "Ana", f"{level}:language", "de")
        await evening.env.settle()
        assert catalog("de").gettext("Pass turn") in evening.buttons()
        await choose(evening, "Ben", "own:language", "fr")
        await evening.env.settle()
        assert catalog("de").gettext("Pass turn") in evening.buttons()

    async def test_the_panel_speaks_a_new_language_at_once(self, evening: Evening) -> None:
        panel = await SettingsPanel(evening, "Ben").open("Personal")
        await panel.pick("own:choose:language:", "de")
        assert catalog("de").gettext("## Settings: {whose}").partition("{")[0] in panel.text

    @pytest.mark.parametrize("permission", ["manage_channels", "manage_messages"])
    async def test_who_manages_a_channel_chooses_for_it_and_not_for_the_server(
        self, evening: Evening, permission: str
    ) -> None:
        role = evening.server.create_role("Host", permissions=discord.Permissions(**{permission: True}))
        evening.people["Gil"] = evening.server.add_member(evening.env.create_user("gil"), roles=[role])
        panel = await SettingsPanel(evening, "Gil").open()
        await panel.pick("channel:choose:variant:", "brawl")
        assert panel.line("Format") == "Brawl · *this channel*"
        await panel.press("Server")
        assert "link…" not in panel.text

    @pytest.mark.parametrize(
        ("page", "pressed", "why"),
        [
            ("This channel", "Quiet replies: off", "Only members who can manage this channel"),
            ("Server", "Quiet replies: off", "Only members who can manage the server"),
        ],
    )
    async def test_a_panel_does_not_outlive_the_right_to_use_it(
        self, evening: Evening, page: str, pressed: str, why: str
    ) -> None:
        role = evening.server.create_role("Host", permissions=discord.Permissions(manage_guild=True))
        gil = evening.server.add_member(evening.env.create_user("gil"), roles=[role])
        evening.people["Gil"] = gil
        panel = await SettingsPanel(evening, "Gil").open(page)
        form = await panel.form()
        evening.env.backend.remove_member_role(evening.server.id, gil.id, role.id)
        for answer in (await panel.press(pressed), await panel.fill(form, life="1")):
            assert answer.private
            assert why in answer.text
        panel = await SettingsPanel(evening, "Ana").open(page)
        assert panel.line("Quiet replies") == "off · *default*"
        assert panel.line("Starting life") == "format default · *default*"


class TestThreads:
    async def test_a_thread_has_what_its_channel_has_unless_it_chooses_itself(self, evening: Evening) -> None:
        thread = await thread_in(evening)
        await choose(evening, "Ana", "channel:variant", "commander")
        panel = await SettingsPanel(evening, "Ana", thread).open()
        assert "## Settings: This thread" in panel.text
        assert panel.line("Format") == "Commander · *the thread's channel*"
        await panel.pick("channel:choose:variant:", "brawl")
        assert panel.line("Format") == "Brawl · *this thread*"
        above = await SettingsPanel(evening, "Ana").open("This channel")
        assert above.line("Format") == "Commander · *this channel*"

    async def test_a_game_in_a_thread_is_played_as_its_channel_says(self, evening: Evening) -> None:
        thread = await thread_in(evening)
        await choose(evening, "Ana", "channel:variant", "commander")
        await choose(evening, "Ana", "channel:enter", "judges")
        evening.channel = thread
        assert "## Commander" in await lobby(evening, "Ben")
        await evening.types("Cy", "game join")
        await evening.types("Ben", "game start")
        assert (await evening.refused("Ben", "life lose", amount=1)).key == "enter_judges_only"


class TestNewGames:
    async def test_a_variant_is_said_or_chosen(self, evening: Evening) -> None:
        refusal = await evening.refused("Ben", "game new")
        assert refusal == "Choose a format with `variant:`, or set one for this channel in `/settings`."
        await choose(evening, "Ben", "own:variant", "commander")
        assert "## Commander" in await lobby(evening)

    async def test_what_is_chosen_counts_where_nothing_is_said(self, evening: Evening) -> None:
        panel = await SettingsPanel(evening, "Ana").open("This channel")
        await panel.pick("channel:choose:variant:", "free_for_all")
        await panel.pick("channel:choose:edition:", "2006")
        await panel.fill(await panel.form(), life="33", link="https://rooms.example/4")
        opened = await lobby(evening)
        assert "## Free-for-All" in opened
        assert "33 life" in opened
        assert "Comprehensive Rules 2006" in opened
        assert "Webcam: https://rooms.example/4" in opened

    async def test_what_is_said_counts_before_what_is_chosen(self, evening: Evening) -> None:
        panel = await SettingsPanel(evening, "Ana").open("This channel")
        await panel.pick("channel:choose:variant:", "free_for_all")
        await panel.pick("channel:choose:edition:", "2006")
        await panel.fill(await panel.form(), life="33", link="https://rooms.example/4")
        await evening.types(
            "Ben",
            "game new",
            variant="free_for_all",
            life=20,
            edition="current",
            link="https://rooms.example/9",
        )
        opened = evening.board()
        assert "20 life" in opened
        assert "Comprehensive Rules 2006" not in opened
        assert "Webcam: https://rooms.example/9" in opened

    async def test_a_chosen_life_is_for_the_chosen_variant(self, evening: Evening) -> None:
        panel = await SettingsPanel(evening, "Ana").open("This channel")
        await panel.pick("channel:choose:variant:", "commander")
        await panel.fill(await panel.form(), life="30")
        assert "30 life" in await lobby(evening)
        await evening.types("Ben", "game end")
        await gather(evening, "two_player", "Ben, Cy")
        assert "30 life" not in evening.board()


class TestQuietAnswers:
    async def test_a_change_of_totals_is_shown_to_the_player_who_entered_it(self, evening: Evening) -> None:
        await deal(evening)
        panel = await SettingsPanel(evening, "Ben").open("Personal")
        await panel.press("Quiet replies: off")
        answer = await evening.types("Ben", "life lose", amount=3)
        assert answer.private
        assert answer.text == "Done: **Ben** 40 → 37"
        assert "Ben · 37" in evening.board()
        assert (await evening.types("Ben", "counter add", kind="energy", amount=2)).private
        assert (await evening.types("Ben", "damage", amount=2, who="Cy")).private
        assert not (await evening.types("Cy", "life lose", amount=3)).private

    async def test_everyone_reads_what_else_happens(self, evening: Evening) -> None:
        await deal(evening)
        panel = await SettingsPanel(evening, "Ana").open("This channel")
        await panel.press("Quiet replies: off")
        assert (await evening.types("Ben", "life lose", amount=3)).private
        for command, options in (
            ("turn next", {}),
            ("designate monarch", {"who": "Cy"}),
            ("undo", {}),
        ):
            assert not (await evening.types("Ben", command, **options)).private, command
        lost = await evening.types("Ben", "life lose", amount=37)
        assert not lost.private
        assert announces(lost.text, "Ben", "704.5a")
        won = await evening.types("Ana", "life lose", amount=40, who="Cy, Dee")
        assert not won.private
        assert announces(won.text, "Ana", "104.2a")


class TestCallsToTurns:
    def last(self, evening: Evening) -> discord.Message:
        return evening.channel.history()[-1]

    async def test_no_one_is_called_by_default(self, evening: Evening) -> None:
        await deal(evening)
        await evening.types("Ana", "turn next")
        assert self.last(evening).mentions == []

    async def test_anyone_who_wants_it_is_called_when_their_turn_begins(self, evening: Evening) -> None:
        await deal(evening)
        panel = await SettingsPanel(evening, "Ben").open("Personal")
        await panel.press("Turn pings: off")
        ben = evening.people["Ben"]
        answer = await evening.types("Ana", "turn next")
        assert answer.text.endswith(f"{ben.mention} It's your turn.")
        assert [one.id for one in self.last(evening).mentions] == [ben.id]
        await evening.types("Ben", "turn next")
        assert self.last(evening).mentions == []

    async def test_a_press_calls_too(self, evening: Evening) -> None:
        await deal(evening)
        panel = await SettingsPanel(evening, "Ana").open("This channel")
        await panel.press("Turn pings: off")
        answer = await evening.presses("Ana", "Pass turn")
        assert answer.text == f"{evening.people['Ben'].mention} It's your turn."
        assert [one.id for one in self.last(evening).mentions] == [evening.people["Ben"].id]

    async def test_anyone_who_begins_their_own_turn_is_not_called_and_one_may_opt_out(
        self, evening: Evening
    ) -> None:
        await deal(evening)
        panel = await SettingsPanel(evening, "Ana").open("This channel")
        await panel.press("Turn pings: off")
        panel = await SettingsPanel(evening, "Cy").open("Personal")
        await panel.press("Turn pings: on")
        await evening.types("Ben", "turn next")
        assert self.last(evening).mentions == [], "Ben has passed the turn to himself"
        await evening.types("Ben", "turn next")
        assert self.last(evening).mentions == [], "Cy does not want it"

    async def test_a_team_is_called_as_one(self, evening: Evening) -> None:
        await gather(evening, "two_headed_giant", "Ana, Ben, Cy, Dee")
        panel = await SettingsPanel(evening, "Ana").open("Server")
        await panel.press("Turn pings: off")
        for name, team in (("Ana", "Red"), ("Ben", "Red"), ("Cy", "Blue"), ("Dee", "Blue")):
            await evening.types(name, "game join", team=team)
        await begin(evening, "Ana, Ben, Cy, Dee")
        await evening.types("Ana", "turn next")
        called = {one.id for one in self.last(evening).mentions}
        assert called == {evening.people["Cy"].id, evening.people["Dee"].id}
