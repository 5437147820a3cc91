FROM node:20.19-bookworm-slim AS build
WORKDIR /perktree
COPY . .
RUN npm ci --no-audit --no-fund && node scripts/build.mjs && npm prune --omit=dev

FROM node:20.19-bookworm-slim
WORKDIR /perktree
ENV NODE_ENV=production DATA_DIR=/data
COPY --from=build /perktree/node_modules node_modules
COPY --from=build /perktree/dist dist
COPY --from=build /perktree/ui/dist ui/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
CMD ["node", "dist/server/standalone.js"]
