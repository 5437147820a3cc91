# Another image with Node: `docker build --build-arg NODE_IMAGE=…`, for a mirror of your own.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
FROM ${NODE_IMAGE} AS build
WORKDIR /perktree
# A change of sources leaves the installed packages as they are.
COPY package.json package-lock.json .npmrc ./
COPY contracts/package.json contracts/
COPY platform/package.json platform/
COPY event-store/package.json event-store/
COPY identity/package.json identity/
COPY command-service/package.json command-service/
COPY projector/package.json projector/
COPY query-service/package.json query-service/
COPY audit-service/package.json audit-service/
COPY mail-service/package.json mail-service/
COPY webhook-service/package.json webhook-service/
COPY ui/package.json ui/
COPY apps/package.json apps/
COPY sdk/package.json sdk/
COPY verification/package.json verification/
COPY verification/bench/package.json verification/bench/
RUN npm ci --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs && node scripts/assemble.mjs /image

# Without the embedded Postgres: DATABASE_URL has to be set.
FROM ${NODE_IMAGE}
WORKDIR /perktree
ENV NODE_ENV=production DATA_DIR=/data NODE_OPTIONS=--max-semi-space-size=32
RUN mkdir /data && chown node:node /data
COPY --from=build /image/node_modules node_modules
COPY --from=build /image/ui/dist ui/dist
COPY --from=build /image/dist dist
USER node
EXPOSE 3000
CMD ["node", "dist/server/standalone.js"]
