# The bot in a container; docs/owners.md explains how to run it.

FROM python:3.13.14-slim-bookworm@sha256:67a1e1f215ccda113cfc024e8639049257e88f273898f595b61476d128d387e8 AS build
RUN python -m venv /opt/venv
COPY requirements.txt .
# Only prebuilt packages, checked against their hashes; nothing is compiled here.
RUN /opt/venv/bin/python -m pip install --no-cache-dir --disable-pip-version-check \
    --require-hashes --only-binary=:all: --requirement requirements.txt

FROM python:3.13.14-slim-bookworm@sha256:67a1e1f215ccda113cfc024e8639049257e88f273898f595b61476d128d387e8
# A font for Chinese, Japanese and Korean names in pictures (5 MB).
RUN apt-get update \
    && apt-get install --yes --no-install-recommends fonts-wqy-microhei=0.2.0-beta-3.1 \
    && rm -rf /var/lib/apt/lists/* \
    && groupadd --system --gid 10001 arbiter \
    && useradd --system --uid 10001 --gid arbiter --home-dir /data --no-create-home --shell /usr/sbin/nologin arbiter \
    && install --directory --owner=arbiter --group=arbiter --mode=0700 /data

WORKDIR /opt/arbiter
COPY --from=build /opt/venv /opt/venv
COPY LICENSE LICENSE
COPY rules rules
COPY storage storage
COPY cogs cogs
COPY web web
COPY bot bot
RUN /opt/venv/bin/python -m compileall -q .

# SQLite's temporary files go next to the database, where there is room for them.
ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    MPLCONFIGDIR=/tmp/matplotlib \
    SQLITE_TMPDIR=/data
USER arbiter
VOLUME /data
STOPSIGNAL SIGTERM
# No shell, so that the bot itself gets the signal to stop. The database path takes precedence over .env.
ENTRYPOINT ["/opt/venv/bin/python", "-m", "bot", "--database", "/data/arbiter.db"]
