# nginx with the web app, and in front of the API. The build context is the project's root:
#   docker build -f docker/web.Dockerfile -t lumina-web .

FROM node:24-bookworm-slim AS build
WORKDIR /project
RUN npm install --global --no-audit --no-fund pnpm@12.21.0
COPY pnpm-lock.yaml pnpm-workspace.yaml package.json ./
RUN pnpm fetch
COPY . .
# Of the analytics service, if one is used: part of the policy of the pages, and asked for consent.
ARG VITE_GA_ID=
RUN pnpm install --frozen-lockfile --offline --filter image-studio --filter "@app/web..." --filter "@app/launcher..." \
 && pnpm exec turbo run build --filter=@app/web --filter=@app/launcher --output-logs=errors-only \
 && node packages/launcher/dist/web/print-headers.js ${VITE_GA_ID:+--analytics} > /headers.template

FROM nginxinc/nginx-unprivileged:1.30-trixie
ARG VERSION=unversioned
ARG COMMIT=unknown
ARG SOURCE=
LABEL org.opencontainers.image.title="Lumina web" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${COMMIT}" \
      org.opencontainers.image.source="${SOURCE}" \
      org.opencontainers.image.licenses="LicenseRef-UNLICENSED"
USER root
RUN apt-get update \
 && apt-get install -y --no-install-recommends brotli \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* \
 && mkdir -p /data
COPY --from=build /project/apps/web/dist /srv/web
COPY --from=build /headers.template /etc/lumina/
COPY docker/nginx/ /etc/lumina/
COPY docker/web-entrypoint.sh docker/use-api.sh docker/image-origin.sh /usr/local/bin/
USER 101
EXPOSE 8080
STOPSIGNAL SIGQUIT
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["curl", "-fsS", "-o", "/dev/null", "http://127.0.0.1:8080/"]
ENTRYPOINT ["/usr/local/bin/web-entrypoint.sh"]
