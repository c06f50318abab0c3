# One image for every role: api, worker, channels (ROLES chooses). PostgreSQL and certificates are the compose file's.
FROM node:22-bookworm-slim
WORKDIR /app
COPY package.json package-lock.json ./
COPY channels channels
RUN npm ci --no-audit --no-fund --omit=dev
COPY . .
RUN node api/commands/launch.mjs build-app
ENV HOST=0.0.0.0 DATA_DIR=/data LOG_FORMAT=json
RUN useradd --system --home /data recado && mkdir -p /data && chown recado /data /app/web/dist
USER recado
VOLUME /data
EXPOSE 8080
CMD ["node", "api/commands/launch.mjs", "start"]
