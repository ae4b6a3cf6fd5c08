"""The panel's forms: amounts and what goes with them, typed into Discord's modal."""

from collections.abc import Awaitable, Callable, Mapping

import discord

from cogs.ui import names
from cogs.ui.language import tr
from cogs.ui.text import shortened
from rules import actions
from rules.game import Game, PlayerId
from rules.refusal import Refusal

Read = Callable[[Game, tuple[PlayerId, ...], PlayerId | None], actions.Action]
"""What a filled-in form asks for, given the game, the players it is for and who asks."""
Submitted = Callable[[discord.Interaction, Read], Awaitable[None]]
MOST = 999_999
KEYWORDS = ("combat", "infect", "lifelink")
NO_COMMANDER = "none"
LIFE = {
    "lose": "Lose life",
    "gain": "Gain life",
    "pay": "Pay life",
    "set": "Life becomes",
}
COUNTERS = ("poison", "energy", "experience", "rad", "ticket")


def form(kind: str, title: str, cards: Mapping[str, str], submitted: Submitted) -> discord.ui.Modal:
    """The form for "life", "damage" or "counter"; `cards` are the commanders by id, for damage."""
    if kind == "damage":
        return DamageForm(title, cards, submitted)
    return LifeForm(title, submitted) if kind == "life" else CounterForm(title, submitted)


class Form(discord.ui.Modal):
    """A form with an amount. Its custom_id is random: discord.py keeps forms by that alone."""

    def __init__(self, title: str, submitted: Submitted) -> None:
        super().__init__(title=title, timeout=900)
        self._submitted = submitted
        self.amount = discord.ui.TextInput[Form](
            custom_id="amount", placeholder=tr("0 to 999999"), max_length=6
        )
        self.add_item(discord.ui.Label(text=tr("How much"), component=self.amount))

    def read(self, game: Game, who: tuple[PlayerId, ...], me: PlayerId | None) -> actions.Action:
        """What the form asks for; raises Refusal for what can't be read."""
        raise NotImplementedError

    def number(self) -> int:
        """The amount; raises Refusal when it isn't one."""
        text = self.amount.value.strip()
        if not (text.isascii() and text.isdigit()) or int(text) > MOST:
            raise Refusal("bad_number", text=text)
        return int(text)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Enters it."""
        await self._submitted(interaction, self.read)

    async def on_error(self, interaction: discord.Interaction, error: Exception, /) -> None:
        """Hands a failure of ours to the last error handler."""
        interaction.client.dispatch("failure", interaction, error)


class LifeForm(Form):
    """Lose, gain, pay or set life."""

    def __init__(self, title: str, submitted: Submitted) -> None:
        super().__init__(title, submitted)
        options = [
            discord.SelectOption(label=tr(label), value=value, default=value == "lose")
            for value, label in LIFE.items()
        ]
        self.what = discord.ui.Select[Form](custom_id="what", options=options)
        self.add_item(discord.ui.Label(text=tr("What"), component=self.what))

    def read(self, game: Game, who: tuple[PlayerId, ...], me: PlayerId | None) -> actions.Action:
        """The change of life totals."""
        amount = self.number()
        match self.what.values[0]:
            case "gain":
                return actions.GainLife(who=who, amount=amount, by=me)
            case "pay":
                return actions.PayLife(payments=dict.fromkeys(who, amount))
            case "set":
                members = {game.player(id).side: id for id in reversed(who)}
                return actions.SetLife(to=dict.fromkeys(who, amount), chosen=members)
            case _:
                return actions.LoseLife(who=who, amount=amount, by=me)


class DamageForm(Form):
    """Damage with its source, keywords and commander."""

    def __init__(self, title: str, cards: Mapping[str, str], submitted: Submitted) -> None:
        super().__init__(title, submitted)
        keywords = [discord.SelectOption(label=tr(word), value=word) for word in KEYWORDS]
        self.keywords = discord.ui.Select[Form](
            custom_id="with", options=keywords, min_values=0, max_values=len(keywords), required=False
        )
        self.add_item(discord.ui.Label(text=tr("With"), component=self.keywords))
        sources = [discord.SelectOption(label=tr("No commander"), value=NO_COMMANDER, default=True)]
        sources += [
            discord.SelectOption(label=shortened(title, 100), value=id) for id, title in [*cards.items()][:24]
        ]
        self.commander = discord.ui.Select[Form](custom_id="commander", options=sources)
        self.add_item(
            discord.ui.Label(
                text=tr("Commander"),
                description=tr("Combat damage that counts towards the commander's 21"),
                component=self.commander,
            )
        )

    def read(self, game: Game, who: tuple[PlayerId, ...], me: PlayerId | None) -> actions.Action:
        """The damage; its source is the commander's owner, else whoever asks."""
        chosen = self.commander.values[0] if self.commander.values else NO_COMMANDER
        commander = None if chosen == NO_COMMANDER else chosen
        keywords = self.keywords.values
        return actions.DealDamage(
            to=who,
            amount=self.number(),
            by=commander.rpartition(":")[0] if commander else me,
            combat="combat" in keywords or commander is not None,
            infect="infect" in keywords,
            lifelink="lifelink" in keywords,
            commander=commander,
        )


class CounterForm(Form):
    """Counters added or removed."""

    def __init__(self, title: str, submitted: Submitted) -> None:
        super().__init__(title, submitted)
        kinds = [
            discord.SelectOption(label=names.thing(kind), value=kind, default=kind == "poison")
            for kind in COUNTERS
        ]
        self.kind = discord.ui.Select[Form](custom_id="kind", options=kinds)
        self.add_item(discord.ui.Label(text=tr("Kind"), component=self.kind))
        ways = [
            discord.SelectOption(label=tr("Get them"), value="add", default=True),
            discord.SelectOption(label=tr("Lose them"), value="remove"),
        ]
        self.way = discord.ui.Select[Form](custom_id="way", options=ways)
        self.add_item(discord.ui.Label(text=tr("What"), component=self.way))

    def read(self, game: Game, who: tuple[PlayerId, ...], me: PlayerId | None) -> actions.Action:
        """The change of counters."""
        kind = self.kind.values[0]
        if self.way.values[0] == "remove":
            return actions.RemoveCounters(who=who, kind=kind, n=self.number())
        return actions.AddCounters(who=who, kind=kind, n=self.number())
