"""What people also type for a word of the bot, in every language: each word's other spellings.

A word's translations in the catalogues are understood anyway. Spaces, accents and capitals don't matter.
"""

from collections.abc import Mapping, Sequence

OTHER_WORDS: Mapping[str, Sequence[str]] = {
    "each player": (
        *("everybody", "everyone", "all players", "every player", "all of us", "the whole table"),
        *("jeder", "jede", "jeden", "jedem", "alle Spieler", "jede Spielerin", "wir alle", "der ganze Tisch"),
        *("tout le monde", "chacun", "tous les joueurs", "chaque joueuse", "toute la table"),
        *("todo el mundo", "cada uno", "todos los jugadores", "cada jugadora", "toda la mesa"),
        *("ognuno", "ciascuno", "tutti i giocatori", "ciascun giocatore", "tutto il tavolo"),
        *("todo mundo", "todo o mundo", "toda a gente", "cada um", "todos os jogadores", "toda a mesa"),
        *("みんな", "皆", "全プレイヤー", "すべてのプレイヤー", "全てのプレイヤー"),
    ),
    "each opponent": (
        *("opponents", "all opponents", "every opponent", "the opponents", "my opponents"),
        *("all my opponents", "all of my opponents", "each of my opponents"),
        *("Gegner", "alle Gegner", "die Gegner", "meine Gegner", "alle meine Gegner"),
        *("jeden Gegner", "jedem Gegner"),
        *("adversaires", "les adversaires", "tous les adversaires", "mes adversaires"),
        *("tous mes adversaires", "opposants"),
        *("oponentes", "los oponentes", "todos los oponentes", "mis oponentes", "todos mis oponentes"),
        *("rivales", "adversarios", "cada rival"),
        *("avversari", "gli avversari", "tutti gli avversari", "i miei avversari", "tutti i miei avversari"),
        *("os oponentes", "todos os oponentes", "meus oponentes", "todos os meus oponentes"),
        *("os adversários", "todos os adversários", "cada adversário"),
        *("対戦相手", "対戦相手全員", "全対戦相手", "すべての対戦相手", "相手全員", "敵全員"),
    ),
    "each other player": (
        *("others", "the others", "all others", "all the others", "everyone else", "everybody else"),
        *("other players", "all other players", "every other player", "the rest"),
        *("everyone but me", "everybody but me", "all but me", "everyone except me", "everybody except me"),
        *("andere", "die anderen", "alle anderen", "jeder andere", "jeden anderen", "andere Spieler"),
        *("alle anderen Spieler", "jeden anderen Spieler", "alle außer mir", "der Rest"),
        *("autres", "les autres", "tous les autres", "les autres joueurs", "tous les autres joueurs"),
        *("tous sauf moi", "tout le monde sauf moi", "le reste"),
        *("otros", "los otros", "los demás", "todos los demás", "los demás jugadores", "los otros jugadores"),
        *("todos los otros jugadores", "todos menos yo", "el resto"),
        *("altri", "gli altri", "tutti gli altri", "altri giocatori", "gli altri giocatori"),
        *("tutti gli altri giocatori", "tutti tranne me", "il resto"),
        *("outros", "os outros", "todos os outros", "os demais", "todos os demais", "os outros jogadores"),
        *("todos os outros jogadores", "todos menos eu", "o resto"),
        *("他の全員", "ほかの全員", "他全員", "他のプレイヤー", "他の人", "自分以外", "自分以外の全員"),
    ),
    "my team": (
        *("our team", "my side", "our side", "own team"),
        *("unser Team", "meine Mannschaft", "unsere Mannschaft"),
        *("notre équipe", "mon camp"),
        *("nuestro equipo",),
        *("mia squadra", "nostra squadra", "la nostra squadra", "il mio team"),
        *("a minha equipe", "nossa equipe", "meu time", "nosso time", "minha equipa", "nossa equipa"),
        *("自チーム", "味方チーム", "私のチーム"),
    ),
    "me": (
        *("myself", "only me", "just me"),
        *("mich", "mir", "ich selbst", "mich selbst", "ich selber", "nur ich", "nur mich"),
        *("moi-même", "je"),
        *("a mí", "yo mismo", "yo misma", "solo yo"),
        *("a me", "me stesso", "me stessa", "io stesso", "io stessa", "solo io"),
        *("mim", "a mim", "eu mesmo", "eu mesma", "só eu"),
        *("私", "僕", "俺", "わたし", "自分自身"),
    ),
    "experience": ("xp", "exp", "経験値"),
    "rad": ("rads", "radiation", "Strahlung", "radiación", "放射線"),
    "ticket": ("tickets", "billet", "bilhete", "entradas"),
}
"""By the word in English: what else means the same."""

OF_COUNTERS = (
    *("{kind} counter", "{kind} counters"),
    *("{kind}marke", "{kind}marken", "{kind}smarke", "{kind}smarken"),
    *("marqueur {kind}", "marqueurs {kind}", "contador de {kind}", "contadores de {kind}"),
    *("segnalino {kind}", "segnalini {kind}", "marcador de {kind}", "marcadores de {kind}"),
    "{kind}カウンター",
)
"""How a kind of counter is typed together with the word for counters."""
