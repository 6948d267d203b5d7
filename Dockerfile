# Gleaner on one server: docs/guide/one-server.md says how it is run.
FROM node:24-bookworm-slim

# The browser brings its libraries and fonts along on x64; elsewhere it is Debian's.
RUN if [ "$(dpkg --print-architecture)" != amd64 ]; then \
      apt-get update && apt-get install -y --no-install-recommends chromium fonts-noto && rm -rf /var/lib/apt/lists/*; \
    fi

RUN mkdir /app /data /backups && chown node:node /app /data /backups
USER node
WORKDIR /app

COPY --chown=node:node package.json package-lock.json .npmrc ./
RUN npm ci
COPY --chown=node:node . .
# Once, so that no start waits for it.
RUN npm run build:dashboard && npm run bundle

VOLUME /data /backups
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:4000/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node_modules/.bin/node", "local/start.ts", "--table", "embedded", "--host", "0.0.0.0", "--data-dir", "/data"]
