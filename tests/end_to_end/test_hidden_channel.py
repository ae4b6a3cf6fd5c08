"""A moderator hides a table's channel from the bot, and shows it again: its messages come back."""

from collections.abc import Callable, Sequence

import discord
import pytest
from simcord.backend import serializers
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from storage.settings.definitions import SAME_TIME
from tests.support.evening import Evening
from tests.support.hiding import hide, show
from tests.support.messages import verbs
from tests.support.tables import deal
from tests.support.threads import in_thread


def requests(evening: Evening) -> int:
    """Return how often the bot has sent or edited something in the channel unasked."""
    there = f"/channels/{evening.channel.id}/"
    return sum(one.method != "GET" and one.path.startswith(there) for one in evening.env.http_requests)


async def test_a_board_is_left_alone_until_the_bot_sees_it_again(evening: Evening) -> None:
    await deal(evening, "commander", "Ana, Ben, Cy")
    await hide(evening)
    before = requests(evening)
    assert (await evening.types("Ben", "life lose", amount=5)).text == "**Ben** 40 → 35"
    await evening.env.settle()
    assert requests(evening) == before, "Discord would refuse it"
    assert "Ben · 40\n" in evening.board()
    await show(evening)
    assert "Ben · 35\n" in evening.board()
    assert requests(evening) == before + 1


async def test_a_board_in_a_thread_comes_back_with_its_channel(evening: Evening) -> None:
    channel = evening.channel.id
    await in_thread(evening)
    await deal(evening, "commander", "Ana, Ben, Cy")
    await hide(evening, channel)
    await evening.types("Ben", "life lose", amount=5)
    await show(evening, channel)
    assert "Ben · 35\n" in evening.board()


async def test_a_board_comes_back_where_discord_describes_its_server_again(evening: Evening) -> None:
    """So it does after a connection that couldn't be resumed, which has missed the channel's update."""
    await deal(evening, "commander", "Ana, Ben, Cy")
    await hide(evening)
    await evening.types("Ben", "life lose", amount=5)
    backend = evening.env.backend
    backend.get_channel(evening.channel.id).overwrites = []
    backend.emit(
        "GUILD_CREATE", serializers.guild_create_payload(backend, backend.get_guild(evening.server.id))
    )
    await evening.env.settle()
    assert "Ben · 35\n" in evening.board()


class Roles:
    """Roles of the bot: one that may not view the channel, and one that may view all channels."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._backend = evening.env.backend
        self._outside = evening.server.create_role("Outsiders").id
        self._staff = evening.server.create_role("Staff").id
        denied = discord.Permissions(view_channel=True).value
        denial = Overwrite(self._outside, OverwriteType.ROLE, deny=denied)
        self._backend.edit_channel(evening.channel.id, {}, overwrites=[denial])

    def give(self) -> None:
        """Give the bot both roles; that of the staff doesn't allow anything yet."""
        self._update_member(self._outside, self._staff)

    def take(self) -> None:
        """Take them from the bot."""
        self._update_member()

    def allow_staff(self) -> None:
        """Let the staff do everything."""
        administrator = discord.Permissions(administrator=True).value
        self._backend.edit_role(self._evening.server.id, self._staff, {"permissions": administrator})

    def allow_staff_unsaid(self) -> None:
        """Let the staff do everything, which Discord mentions in a description of the server alone."""
        guild = self._backend.get_guild(self._evening.server.id)
        guild.roles[self._staff].permissions = discord.Permissions(administrator=True).value
        described = serializers.guild_create_payload(self._backend, guild)
        for left_out in ("channels", "threads", "members", "voice_states"):
            described.pop(left_out, None)
        self._backend.emit("GUILD_UPDATE", described)

    def delete_outsiders(self) -> None:
        """Delete the role that may not view the channel; Discord sends nothing of its members or channels."""
        self._backend.delete_role(self._evening.server.id, self._outside)

    def delete_staff(self) -> None:
        """Delete the role of the staff."""
        self._backend.delete_role(self._evening.server.id, self._staff)

    def _update_member(self, *roles: int) -> None:
        """Discord sends every bot its own roles, with any intents."""
        guild = self._backend.get_guild(self._evening.server.id)
        member = guild.members[self._backend.bot_user.id]
        member.role_ids[1:] = roles
        data = {**serializers.member_payload(self._backend, guild, member), "guild_id": str(guild.id)}
        parsers = self._evening.bot._connection.parsers  # pyright: ignore[reportPrivateUsage]
        parsers["GUILD_MEMBER_UPDATE"](data)


@pytest.mark.parametrize(
    ("goes", "comes_back"),
    [
        ([Roles.give], Roles.take),
        ([Roles.give], Roles.allow_staff),
        ([Roles.give], Roles.allow_staff_unsaid),
        ([Roles.give], Roles.delete_outsiders),
        ([Roles.allow_staff, Roles.give, Roles.delete_staff], Roles.take),
    ],
)
async def test_a_board_comes_back_where_only_roles_have_changed(
    evening: Evening, goes: Sequence[Callable[[Roles], None]], comes_back: Callable[[Roles], None]
) -> None:
    """No event of the channel tells the bot."""
    await deal(evening, "commander", "Ana, Ben, Cy")
    roles = Roles(evening)
    for step in goes:
        step(roles)
    await evening.types("Ben", "life lose", amount=5)
    await evening.env.settle()
    assert "Ben · 40\n" in evening.board()
    comes_back(roles)
    await evening.until(lambda: "Ben · 35\n" in evening.board())


async def test_an_announcement_waits_until_the_bot_sees_the_channel(evening: Evening) -> None:
    await deal(evening, "commander", "Ana, Ben, Cy")
    await evening.types("Ana", "clock round", minutes=1)
    await hide(evening)
    await evening.passes(minutes=2)
    said = len(evening.chat())
    await show(evening)
    (line,) = evening.chat()[said:]
    assert "Time" in line


async def test_a_rounds_end_is_warned_of_when_the_bot_sees_the_channel_in_time(evening: Evening) -> None:
    """The warning of five minutes says three, as many as are left; that of one minute still comes in time."""
    await deal(evening, "commander", "Ana, Ben, Cy")
    await evening.types("Ana", "clock round", minutes=10)
    await hide(evening)
    await evening.passes(minutes=7)
    said = len(evening.chat())
    await show(evening)
    await evening.passes(seconds=1)
    (line,) = evening.chat()[said:]
    assert line.startswith("**3 minutes left** in the round.")
    await hide(evening)
    await evening.passes(minutes=2.5)
    await show(evening)
    await evening.passes(minutes=1)
    assert sum("left** in the round" in one for one in evening.chat()) == 2


async def test_a_button_whose_time_is_over_goes_once_the_bot_sees_the_channel(evening: Evening) -> None:
    await evening.as_by_default(SAME_TIME)
    await deal(evening, "commander", "Ana, Ben, Cy")
    await evening.types("Ben", "life lose", amount=40)

    def told() -> discord.Message:
        return evening.channel.history()[-1]

    assert "together" in verbs(told())
    await hide(evening)
    before = requests(evening)
    await evening.passes(minutes=5)
    assert "together" in verbs(told())
    assert requests(evening) == before
    await show(evening)
    await evening.passes(seconds=1)
    assert "together" not in verbs(told())


@pytest.mark.parametrize("what", ["round", "turn"])
async def test_who_starts_a_timer_reads_what_its_warnings_wait_for(evening: Evening, what: str) -> None:
    await deal(evening, "commander", "Ana, Ben, Cy")
    await hide(evening)
    (warning,) = (await evening.people["Ana"].slash(evening.channel, f"clock {what}")).followups
    assert warning.ephemeral
    assert "View Channel" in warning.content
