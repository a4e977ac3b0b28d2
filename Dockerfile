# pbem and all it needs; one image for every part (docs/hosting/containers.md). What is installed is what
# locks/ names, at the versions that the suite was run with, and no file is taken whose hash does not stand there.
FROM python:3.11-slim-bookworm AS built
WORKDIR /src
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_DEPS=1 PIP_USE_PEP517=1
COPY locks locks
RUN python -m venv build && build/bin/pip install --require-hashes -r locks/build.txt && \
    build/bin/pip wheel --require-hashes --no-build-isolation --wheel-dir parts -r locks/run.txt -r locks/postgres.txt
COPY pyproject.toml README.md LICENSE ./
COPY docs/engines docs/engines
COPY docs/rules docs/rules
COPY templates templates
COPY engines engines
COPY pbem pbem
COPY tools/lock tools/lock
RUN build/bin/python -m build --wheel --no-isolation --outdir parts && \
    python -m venv /srv/pbem/venv && /srv/pbem/venv/bin/pip install parts/*.whl

FROM python:3.11-slim-bookworm
# `pbem backup` and `pbem restore` ask PostgreSQL's own programs; Bookworm's are those of the server in compose.yaml.
# Cairo paints the pictures in letters.
RUN apt-get update && apt-get install --yes --no-install-recommends libcairo2 postgresql-client && rm -rf /var/lib/apt/lists/*
RUN useradd --system --home-dir /srv/pbem --shell /usr/sbin/nologin pbem && install -d -o pbem -g pbem -m 700 /srv/pbem/instance
COPY --from=built /srv/pbem/venv /srv/pbem/venv
ENV PATH=/srv/pbem/venv/bin:$PATH PYTHONUNBUFFERED=1
ENV PBEM_INSTANCE=/srv/pbem/instance PBEM_WEB_LISTEN=0.0.0.0:5000 PBEM_SMTP_LISTEN=0.0.0.0:2525 PBEM_METRICS_LISTEN=127.0.0.1:9100
USER pbem
VOLUME /srv/pbem/instance
EXPOSE 5000 2525
# every part answers here, and looks into the database for it
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD python -c "from urllib.request import urlopen; urlopen('http://127.0.0.1:9100/metrics', timeout=8)"
ENTRYPOINT ["pbem"]
CMD ["serve"]
