# The service, its workers and the command line in one image: `serve` is the default, any other command may follow the
# image's name. Nothing is written outside /data and /tmp, so a read-only root file system works. Built by `docker build .`,
# or by `buildah bud --format docker .` (its own format has no HEALTHCHECK).

FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY . .
# Installs from the lockfile, generates sources and builds every package.
RUN node scripts/prepare.mjs \
  && npm prune --omit=dev --ignore-scripts \
  && rm -rf packages/*/src packages/*/scripts scripts node_modules/.cache

FROM node:22-bookworm-slim
LABEL org.opencontainers.image.title="screenplay" \
  org.opencontainers.image.description="Screenplay conversion, validation and jobs over HTTP" \
  org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=8080 \
  DATA_DIR=/data
WORKDIR /app
COPY --from=build --chown=root:root /app /app
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME ["/data"]
EXPOSE 8080
# Conversions run in child processes, which end with the first process however it ends; `docker run --init` adds a
# process that also buries what those leave behind.
HEALTHCHECK --interval=15s --timeout=5s --retries=4 CMD ["node", "deploy/healthcheck.mjs"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "packages/cli/bin/screenplay.js"]
CMD ["serve"]
