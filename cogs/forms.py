"""The panel's forms: amounts and what goes with them, typed into Discord's modal."""

from collections.abc import Awaitable, Callable, Mapping

import discord

from cogs import completion
from cogs import who as targets
from cogs.counters import KIND_LENGTH, KINDS, counter_kind
from cogs.life import commander_id, dealt
from cogs.ui import names, panel
from cogs.ui.cutting import shortened
from cogs.ui.language import tr
from rules import actions
from rules.game import Game, PlayerId
from rules.refusal import Refusal

Read = Callable[[Game, tuple[PlayerId, ...], PlayerId | None], actions.Action]
"""What a filled-in form asks for, given the game, the players it is for and who asks."""
Submitted = Callable[[discord.Interaction, Read], Awaitable[None]]
MOST = 999_999
KEYWORDS = ("combat", "infect", "lifelink")
NOTHING = "none"
MOST_OPTIONS = 25
"""Options that Discord takes in one select."""
LIFE = {
    "lose": "Lose life",
    "gain": "Gain life",
    "pay": "Pay life",
    "set": "Life becomes",
    "double": "Double life",
    "triple": "Triple life",
    "half_up": "Lose half, rounded up",
    "half_down": "Lose half, rounded down",
    "pay_half_up": "Pay half, rounded up",
    "pay_half_down": "Pay half, rounded down",
    "damage_half_up": "Damage of half, rounded up",
    "damage_half_down": "Damage of half, rounded down",
    "exchange": "Exchange totals with somebody",
    "exchange_number": "Exchange the total with a number",
    "each": "Several totals become numbers",
    "redistribute": "Deal several totals out anew",
}


def form(kind: str, title: str, game: Game, submitted: Submitted) -> discord.ui.Modal:
    """The form for "life", "damage" or "counter" at a game."""
    if kind == "damage":
        return DamageForm(title, game, submitted)
    return LifeForm(title, game, submitted) if kind == "life" else CounterForm(title, submitted)


class Form(discord.ui.Modal):
    """A form with an amount. Its custom_id is random: discord.py keeps forms by that alone."""

    def __init__(self, title: str, submitted: Submitted, *, required: bool = True) -> None:
        super().__init__(title=title, timeout=900)
        self._submitted = submitted
        self.amount = discord.ui.TextInput[Form](
            custom_id="amount", placeholder=tr("0 to 999999"), max_length=6, required=required
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
    """Everything that changes life totals; doubling and the like need no amount."""

    def __init__(self, title: str, game: Game, submitted: Submitted) -> None:
        super().__init__(title, submitted, required=False)
        options = [
            discord.SelectOption(label=tr(label), value=value, default=value == "lose")
            for value, label in LIFE.items()
        ]
        self.what = discord.ui.Select[Form](custom_id="what", options=options)
        self.add_item(discord.ui.Label(text=tr("What"), component=self.what))
        self.other = _choice("other", tr("Me"), _people(game))
        about = tr("Whose total is exchanged with it")
        self.add_item(discord.ui.Label(text=tr("With"), description=about, component=self.other))
        self.totals = discord.ui.TextInput[Form](
            custom_id="totals", placeholder="Ana 12, Ben 3", max_length=2000, required=False
        )
        about = tr("Where several totals become something, everybody's new one")
        self.add_item(discord.ui.Label(text=tr("Totals"), description=about, component=self.totals))

    def read(self, game: Game, who: tuple[PlayerId, ...], me: PlayerId | None) -> actions.Action:
        """The change of life totals."""
        match self.what.values[0]:
            case "gain":
                return actions.GainLife(who=who, amount=self.number(), by=me)
            case "pay":
                return actions.PayLife(payments=dict.fromkeys(who, self.number()))
            case "set":
                members = {game.player(id).side: id for id in reversed(who)}
                return actions.SetLife(to=dict.fromkeys(who, self.number()), chosen=members)
            case "double":
                return actions.MultiplyLife(who=who)
            case "triple":
                return actions.MultiplyLife(who=who, times=3)
            case "half_up" | "half_down" as half:
                return actions.LoseLife(who=who, amount=half, by=me)
            case "pay_half_up":
                return actions.PayLife(payments=dict.fromkeys(who, "half_up"))
            case "pay_half_down":
                return actions.PayLife(payments=dict.fromkeys(who, "half_down"))
            case "damage_half_up":
                return actions.DealDamage(to=who, amount="half_up", by=me)
            case "damage_half_down":
                return actions.DealDamage(to=who, amount="half_down", by=me)
            case "exchange":
                return self._exchange(game, who, me)
            case "exchange_number":
                return actions.ExchangeLifeWithNumber(who=_one(who), number=self.number())
            case "each":
                return actions.SetLife(to=dealt(game, self.totals.value, me))
            case "redistribute":
                return actions.RedistributeLife(to=dealt(game, self.totals.value, me))
            case _:
                return actions.LoseLife(who=who, amount=self.number(), by=me)

    def _exchange(self, game: Game, who: tuple[PlayerId, ...], me: PlayerId | None) -> actions.Action:
        other = _player(game, _picked(self.other), me) or me
        if other is None:
            raise Refusal("nobody_meant")
        if other == _one(who):
            raise Refusal("exchange_what")
        return actions.ExchangeLife(a=other, b=_one(who))


def _one(who: tuple[PlayerId, ...]) -> PlayerId:
    """The only one of these; raises Refusal when they are several."""
    if len(who) != 1:
        raise Refusal("one_at_a_time")
    return who[0]


class DamageForm(Form):
    """Damage with its source, keywords and commander."""

    def __init__(self, title: str, game: Game, submitted: Submitted) -> None:
        super().__init__(title, submitted)
        keywords = [discord.SelectOption(label=tr(word), value=word) for word in KEYWORDS]
        self.keywords = discord.ui.Select[Form](
            custom_id="with", options=keywords, min_values=0, max_values=len(keywords), required=False
        )
        self.add_item(discord.ui.Label(text=tr("With"), component=self.keywords))
        self.toxic = discord.ui.TextInput[Form](custom_id="toxic", max_length=2, required=False)
        about = tr("Poison counters on top of combat damage")
        self.add_item(discord.ui.Label(text=tr("Toxic"), description=about, component=self.toxic))
        self.commander = _choice("commander", tr("No commander"), completion.titles(game))
        about = tr("Combat damage that counts towards the commander's 21")
        self.add_item(discord.ui.Label(text=tr("Commander"), description=about, component=self.commander))
        self.source = _choice("source", tr("Me, or the commander's owner"), _people(game))
        about = tr("Whoever controls what deals the damage")
        self.add_item(discord.ui.Label(text=tr("From"), description=about, component=self.source))

    def read(self, game: Game, who: tuple[PlayerId, ...], me: PlayerId | None) -> actions.Action:
        """The damage; its source is the one chosen, else the commander's owner, else whoever asks."""
        commander = commander_id(game, _picked(self.commander))
        source = _player(game, _picked(self.source), me)
        keywords, toxic = self.keywords.values, self._toxic()
        by = commander.rpartition(":")[0] if commander else me
        return actions.DealDamage(
            to=who,
            amount=self.number(),
            by=source or by,
            combat="combat" in keywords or commander is not None or toxic > 0,
            infect="infect" in keywords,
            toxic=toxic,
            lifelink="lifelink" in keywords,
            commander=commander,
        )

    def _toxic(self) -> int:
        text = self.toxic.value.strip()
        if text and not (text.isascii() and text.isdigit()):
            raise Refusal("bad_number", text=text)
        return int(text or 0)


def _people(game: Game) -> dict[str, str]:
    """The names of those still in the game, by what a list knows them by."""
    return {panel.key(player.id): player.name for player in game.remaining}


Choice = discord.ui.Select[Form] | discord.ui.TextInput[Form]
"""A list to choose from, or a field to type a name into where a list has no room for all of them."""


def _choice(name: str, nothing: str, choices: Mapping[str, str]) -> Choice:
    """A list whose first option, chosen unless another is, stands for nothing; an empty field does, too."""
    if len(choices) >= MOST_OPTIONS:
        return discord.ui.TextInput(custom_id=name, placeholder=nothing, max_length=100, required=False)
    options = [discord.SelectOption(label=nothing, value=NOTHING, default=True)]
    options += [
        discord.SelectOption(label=shortened(title, 100), value=value) for value, title in choices.items()
    ]
    return discord.ui.Select(custom_id=name, options=options, required=False)


def _picked(choice: Choice) -> str | None:
    """What was picked or typed, if anything."""
    if isinstance(choice, discord.ui.TextInput):
        return choice.value.strip() or None
    return next((value for value in choice.values if value != NOTHING), None)


def _player(game: Game, picked: str | None, me: PlayerId | None) -> PlayerId | None:
    """The player who was picked from a list or typed; raises Refusal for a name that nobody has."""
    if picked is None:
        return None
    meant = panel.meant(game, picked)
    return meant if any(player.id == meant for player in game.players) else targets.player(game, picked, me)


class CounterForm(Form):
    """Counters added or removed."""

    def __init__(self, title: str, submitted: Submitted) -> None:
        super().__init__(title, submitted)
        kinds = [
            discord.SelectOption(label=names.thing(kind), value=kind, default=kind == "poison")
            for kind in KINDS
        ]
        self.kind = discord.ui.Select[Form](custom_id="kind", options=kinds)
        self.add_item(discord.ui.Label(text=tr("Kind"), component=self.kind))
        self.own = discord.ui.TextInput[Form](custom_id="own", max_length=KIND_LENGTH, required=False)
        self.add_item(discord.ui.Label(text=tr("Or another kind"), component=self.own))
        ways = [
            discord.SelectOption(label=tr("Get them"), value="add", default=True),
            discord.SelectOption(label=tr("Lose them"), value="remove"),
        ]
        self.way = discord.ui.Select[Form](custom_id="way", options=ways)
        self.add_item(discord.ui.Label(text=tr("What"), component=self.way))

    def read(self, game: Game, who: tuple[PlayerId, ...], me: PlayerId | None) -> actions.Action:
        """The change of counters."""
        typed = self.own.value.strip()
        kind = counter_kind(typed) if typed else self.kind.values[0]
        if self.way.values[0] == "remove":
            return actions.RemoveCounters(who=who, kind=kind, n=self.number())
        return actions.AddCounters(who=who, kind=kind, n=self.number())
