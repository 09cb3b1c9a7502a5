# The API, its workers and its migrations in one image. The build context is the project's root:
#   docker build -f docker/api.Dockerfile -t lumina-api .
# Commands: dist/main.http.js (default), dist/main.worker.js, dist/main.migrate.js, dist/main.prepare-payments.js,
# dist/main.admin.js (for operators)

FROM node:24-bookworm-slim AS build
WORKDIR /project
RUN npm install --global --no-audit --no-fund pnpm@12.21.0
COPY pnpm-lock.yaml pnpm-workspace.yaml package.json ./
RUN pnpm fetch
COPY . .
RUN pnpm install --frozen-lockfile --offline --filter image-studio --filter "@app/api..." \
 && pnpm exec turbo run build --filter=@app/api --output-logs=errors-only \
 && node docker/collect-runtime.mjs /runtime

FROM node:24-bookworm-slim
ARG VERSION=unversioned
ARG COMMIT=unknown
ARG SOURCE=
LABEL org.opencontainers.image.title="Lumina API" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${COMMIT}" \
      org.opencontainers.image.source="${SOURCE}" \
      org.opencontainers.image.licenses="LicenseRef-UNLICENSED"
# The group of /data may be that of nginx, which then reads the images by itself.
RUN mkdir /data && chown node:node /data
COPY --from=build /runtime /project
ENV NODE_ENV=production \
    APP_VERSION=${VERSION} \
    APP_COMMIT=${COMMIT} \
    HTTP_HOST=0.0.0.0 \
    HTTP_PORT=3001 \
    STORAGE_DIR=/data/images
WORKDIR /project/apps/api
USER node
VOLUME /data
EXPOSE 3001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.HTTP_PORT+'/api/health/live').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["node", "--enable-source-maps"]
CMD ["dist/main.http.js"]
