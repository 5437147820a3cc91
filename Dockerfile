FROM node:20.19-bookworm-slim AS build
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
COPY ui/package.json ui/
COPY standalone/package.json standalone/
COPY services/package.json services/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
COPY trust/package.json trust/
RUN npm ci --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs && node scripts/assemble.mjs /image

# 116 MB beside its base. Without the embedded Postgres: DATABASE_URL has to be set.
FROM node:20.19-bookworm-slim
WORKDIR /perktree
ENV NODE_ENV=production DATA_DIR=/data
RUN mkdir /data && chown node:node /data
COPY --from=build /image/node_modules node_modules
COPY --from=build /image/ui/dist ui/dist
COPY --from=build /image/dist dist
USER node
EXPOSE 3000
CMD ["node", "dist/server/standalone.js"]
