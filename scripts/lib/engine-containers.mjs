import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GenericContainer, getContainerRuntimeClient, ImageName, Wait } from 'testcontainers';
import { root } from './project.mjs';

const START_MS = 120_000;
const PASSWORD = 'of-the-tests';
const ON_POSTGRES = ['event-store/postgres', 'platform/postgres', 'platform/jobs/postgres-jobs'];
const ON_EVENT_STORE = ['event-store/eventstoredb/real-server'];
const ON_REDIS = ['platform/jobs/redis-jobs', 'command-service/jobs'];

/** The image of docker-compose.yml, without its digest: so a machine without a registry can name an image of its own like it. */
function composeImage(name) {
  const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
  return new RegExp(`image: (?:&\\w+ )?(${name}:[\\w.-]+)`).exec(compose)[1];
}

function postgres(container) {
  const isReady = { test: ['CMD-SHELL', 'pg_isready -h 127.0.0.1'], interval: 250, timeout: 2_000, retries: 400 };
  return container
    .withEnvironment({ POSTGRES_PASSWORD: PASSWORD })
    .withExposedPorts(5432)
    .withHealthCheck(isReady)
    .withWaitStrategy(Wait.forHealthCheck());
}
const postgresSettings = (started) => ({
  TEST_DATABASE_URL: `postgres://postgres:${PASSWORD}@127.0.0.1:${started.getMappedPort(5432)}/postgres`,
});

const eventStore = (container) =>
  container
    .withCommand(['--insecure', '--mem-db', '--run-projections=None', '--cluster-size=1'])
    .withExposedPorts(2113)
    .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCodeMatching((status) => status < 300));
const eventStoreSettings = (started) => ({
  TEST_EVENT_STORE_URL: `esdb://127.0.0.1:${started.getMappedPort(2113)}?tls=false`,
});

// The specs kill, freeze and start their own servers of the image; this one shows that it can be had.
const redis = (container) => container.withExposedPorts(6379).withWaitStrategy(Wait.forLogMessage(/Ready to accept/));
const redisSettings = (_, image) => ({ TEST_REDIS_IMAGE: image });

/** Engines that start in containers: the oldest and the newest Postgres, both lines of EventStoreDB, Redis and its fork. */
const ENGINES = [
  ...['postgres:15.20-alpine', composeImage('postgres')].map((image) => ({
    image,
    specs: ON_POSTGRES,
    prepare: postgres,
    settings: postgresSettings,
  })),
  ...[composeImage('eventstore/eventstore'), composeImage('kurrentplatform/kurrentdb')].map((image) => ({
    image,
    specs: ON_EVENT_STORE,
    prepare: eventStore,
    settings: eventStoreSettings,
  })),
  ...[composeImage('redis'), 'valkey/valkey:8.1-alpine'].map((image) => ({
    image,
    specs: ON_REDIS,
    prepare: redis,
    settings: redisSettings,
  })),
];

/**
 * Starts each engine in a container, runs its specs on it and removes it.
 * @param run called with the name of the engine, its specs and the settings that name the server
 * @returns `{skipped, failures}`: a line for each engine whose image cannot be had, and for each that does not start from its image
 */
export async function runOnContainers(run) {
  const bring = await find();
  if (bring === null) {
    const how = 'no container engine answers here (Debian: apt-get install docker.io)';
    return { skipped: [`Engines in containers: skipped, as ${how}.`], failures: [] };
  }
  const skipped = [];
  const failures = [];
  for (const { image, specs, prepare, settings } of ENGINES) {
    const why = await bring(image);
    if (why) {
      skipped.push(`${image}: skipped, as it cannot be had: ${why}`);
      continue;
    }
    let started;
    try {
      started = await startContainer(image, prepare);
      await run(`${image} in a container`, specs, settings(started, image));
    } catch (error) {
      failures.push(`${image}: FAILED: ${firstLine(error)}`);
    } finally {
      await started?.stop();
    }
  }
  return { skipped, failures };
}

const startContainer = (image, prepare) => prepare(new GenericContainer(image)).withStartupTimeout(START_MS).start();

/** @returns what pulls an image and says why that fails; null without a container engine */
async function find() {
  const client = await getContainerRuntimeClient().catch(() => null);
  if (client === null) return null;
  return async (name) => {
    const image = ImageName.fromString(name);
    try {
      if (!(await client.image.exists(image))) await client.image.pull(image);
    } catch (error) {
      return firstLine(error);
    }
  };
}

const firstLine = (error) => String(error?.message ?? error).split('\n', 1)[0];
