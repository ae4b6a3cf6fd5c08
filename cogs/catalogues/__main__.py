"""``make texts``: collects the texts, brings every catalogue up to date and lists what is missing."""

import asyncio

from babel.messages.catalog import Catalog

from cogs.catalogues import ways
from cogs.catalogues.collecting import collected
from cogs.locales.catalogs import DOMAINS, file, read, written
from cogs.text.language import ENGLISH, LANGUAGES
from cogs.unconnected import unconnected


async def main() -> None:
    """Update the catalogue files, and the tables of docs/rules.md."""
    ways.FILE.write_text(ways.written(ways.FILE.read_text(encoding="utf-8")), encoding="utf-8")
    texts = await everything()
    for language in LANGUAGES:
        if language == ENGLISH:
            continue
        for domain in DOMAINS:
            catalog = updated(read(language, domain), texts[domain])
            missing = sum(1 for message in catalog if message.id and not any(message.string or ()))
            path = file(language, domain)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(written(catalog))
            print(f"{language} {domain}: {len(catalog)} texts, {missing} without translation")


async def everything() -> dict[str, Catalog]:
    """Return every text by its domain, those of the commands included."""
    async with unconnected() as (bot, _):
        return collected(bot.tree)


def updated(translated: Catalog, texts: Catalog) -> Catalog:
    """Return a catalogue with exactly these texts, and their translations so far."""
    fresh = Catalog(locale=translated.locale, domain=texts.domain, fuzzy=False)
    for message in texts:
        if message.id:
            known = translated.get(
                message.id if isinstance(message.id, str) else message.id[0], message.context
            )
            kept = known if known is not None and known.id == message.id else None
            fresh.add(
                message.id,
                kept.string if kept is not None else None,
                locations=message.locations,
                flags=kept.flags & {"fuzzy"} if kept is not None else (),
                auto_comments=message.auto_comments,
                context=message.context,
            )
    return fresh


if __name__ == "__main__":
    asyncio.run(main())
