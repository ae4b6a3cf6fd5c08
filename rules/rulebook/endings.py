"""How a game ends (104)."""

from rules.rulebook.entry import RulebookEntry

ENDINGS = (
    RulebookEntry(
        "104.1",
        "When a game is over",
        "At the very moment when somebody wins, when it is a draw, or when it is restarted. Nothing that "
        "would come later happens.",
        words="end",
        was={"2006": "102.1"},
    ),
    RulebookEntry(
        "104.2a",
        "The last one in the game wins",
        "When all your opponents have left you win at once, even if an effect says that you can't win.",
        words="last standing alone",
        see="104.2c 104.5",
    ),
    RulebookEntry(
        "104.2b",
        "An effect says that you win",
        "You win, and the game is over, unless something says that you can't win. With a limited range of "
        "influence it works otherwise.",
        words="you win",
        see="801.14 104.3f",
        then={
            "2011": "You win only in a game of two. In a larger one all your opponents lose instead "
            "(104.3h), and whoever can't lose stays.",
        },
    ),
    RulebookEntry(
        "104.2c",
        "A team wins",
        "When all other teams have left, the team that still has somebody in the game wins, and with it "
        "all of its members, those who have lost or left before too.",
        words="dead teammates",
        see="104.3g",
    ),
    RulebookEntry(
        "104.2d",
        "An emperor wins",
        "The emperor's whole team wins then.",
        see="809.5a 801.14",
        then={
            "2006": "There is no such rule: the normal ones for teams count.",
        },
    ),
    RulebookEntry(
        "104.3a",
        "Conceding",
        "You may concede whenever you like, also while somebody else controls you. You leave at once and "
        "lose, whatever effects say.",
        words="give up scoop resign leave",
        see="810.8b 723.6 800.4a",
    ),
    RulebookEntry(
        "104.3b",
        "Losing by life",
        "At 0 life or less you lose the next time that the game checks.",
        words="zero dead",
        see="704.5a",
        was={"2006": "102.3b"},
    ),
    RulebookEntry(
        "104.3c",
        "Losing by an empty library",
        "If you have to draw more cards than there are, you draw what is there and lose at the next check.",
        words="deck mill draw",
        see="704.5b",
        was={"2006": "102.3c"},
    ),
    RulebookEntry(
        "104.3d",
        "Losing by poison",
        "With ten poison counters you lose at the next check. Teams that share them have a number of "
        "their own.",
        words="infect toxic ten",
        see="704.5c 704.6b",
        was={"2006": "102.3d"},
    ),
    RulebookEntry(
        "104.3e",
        "An effect says that you lose",
        "You do, at once, unless something says that you can't lose.",
        words="lose the game",
        see="101.2",
    ),
    RulebookEntry(
        "104.3f",
        "Winning and losing at once",
        "Whoever would win and lose at the same moment loses.",
        words="both simultaneously",
    ),
    RulebookEntry(
        "104.3g",
        "A team loses",
        "A team has lost when all of its members have.",
        see="104.2c 810.8a",
        was={"2006": "102.3f"},
    ),
    RulebookEntry(
        "104.3h",
        "“You win” with a limited range",
        "Under a limited range of influence your opponents within your range lose instead, which need not "
        "end the game.",
        words="you win range",
        see="801.14 104.2b",
        then={
            "2006": "There is no such rule: a win by an effect is a win, however far the range goes "
            "(102.2b).",
            "2011": "In any game of more than two players all opponents of whoever would win lose "
            "instead. Whoever can't lose stays, and the game goes on.",
        },
    ),
    RulebookEntry(
        "104.3i",
        "An emperor loses",
        "The emperor's whole team loses and leaves then.",
        see="809.5b",
        was={"2006": "607.5a"},
    ),
    RulebookEntry(
        "104.3j",
        "Losing by commander damage",
        "In Commander you lose at the next check when one and the same commander has dealt you 21 combat "
        "damage or more over the game.",
        words="21",
        see="903.10a 704.6c",
    ),
    RulebookEntry(
        "104.3k",
        "Losing by a judge's penalty",
        "In a tournament a judge can give somebody a loss. No effect prevents it.",
        words="penalty tournament",
    ),
    RulebookEntry(
        "104.4a",
        "Everybody loses at once",
        "If all who are left would lose in the same event, the game is a draw for them. Whoever had lost "
        "before has still lost.",
        words="draw simultaneous tie",
        see="704.3 104.4d",
    ),
    RulebookEntry(
        "104.4b",
        "A loop that nobody can stop",
        "If the game repeats the same mandatory actions for ever, it is a draw. With one optional action "
        "in the loop it is none: then somebody has to stop.",
        words="infinite mandatory draw",
        see="732.3 732.4 104.4f",
    ),
    RulebookEntry(
        "104.4c",
        "An effect says that it is a draw",
        "The game is over and a draw for all who are left.",
        words="tie",
        see="104.4e",
    ),
    RulebookEntry(
        "104.4d",
        "All teams lose at once",
        "If all teams that are left would lose in the same event, the game is a draw.",
        words="draw simultaneous tie",
        see="104.4a 104.4g",
    ),
    RulebookEntry(
        "104.4e",
        "A draw effect with a limited range",
        "It is a draw for whoever controls the effect and everybody whom that player reaches. They leave, "
        "the others play on.",
        words="tie range",
        see="801.15 104.4c",
        then={
            "2006": "There is no such rule: a draw is one for everybody.",
        },
    ),
    RulebookEntry(
        "104.4f",
        "A loop with a limited range",
        "It is a draw for everybody who controls something in the loop and for everybody within range of "
        "any of them. They leave, the others play on.",
        words="infinite tie range",
        see="801.16 104.4b",
        then={
            "2006": "There is no such rule: a draw is one for everybody.",
        },
    ),
    RulebookEntry(
        "104.4g",
        "A draw for a team",
        "It is a draw for a team when it is one for all of its members who were still in. Those who had "
        "lost before draw with them.",
        words="tie",
        see="104.4e 810.8a",
        then={
            "2006": "There is no such rule: a draw is one for everybody.",
        },
    ),
    RulebookEntry(
        "104.4h",
        "A draw for an emperor",
        "It is a draw for the emperor's whole team then.",
        words="tie",
        see="809.5c",
        then={
            "2006": "There is no such rule: a draw is one for everybody.",
        },
    ),
    RulebookEntry(
        "104.4i",
        "Agreeing on a draw",
        "The players may agree that the game is a draw. The rule is one for tournaments; tables at home "
        "may do it too.",
        words="tie intentional id agreement",
    ),
    RulebookEntry(
        "104.5",
        "Losing or drawing is leaving",
        "Whoever loses, or draws while others play on, leaves the game with everything that belongs to them.",
        words="departure out",
        see="800.4a",
    ),
    RulebookEntry(
        "104.6",
        "Restarting the game",
        "An effect can restart the game: the old one ends without a result, and those who were still in "
        "it begin a new one.",
        words="karn anew",
        see="727.1",
    ),
    RulebookEntry(
        "101.2",
        "“Can't” wins",
        "Where one thing says that something happens and another that it can't, it doesn't. So an effect "
        "can't make somebody lose who can't lose, but conceding and being the last one left are no "
        "effects.",
        words="cannot platinum angel forbidden",
        see="104.2a 104.3a",
        was={"2006": "103.2"},
    ),
)
