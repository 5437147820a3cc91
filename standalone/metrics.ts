import type { EventStore } from '@perktree/event-store/port';
import { installHttpMetrics } from '@perktree/platform/metrics/http-metrics';
import { mountMetrics } from '@perktree/platform/metrics/metrics-route';
import { startProcessMetrics } from '@perktree/platform/metrics/process-metrics';
import { MetricsRegistry } from '@perktree/platform/metrics/registry';
import type { ProjectorLag } from '@perktree/projector/lag';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import packageJson from '../package.json' with { type: 'json' };

/** Numbers of the whole product. */
export interface Metrics {
  /** The same store, with its appends counted and timed. */
  measured(store: EventStore): EventStore;
  /** `GET /metrics`, and the counting of requests: comes before the routes that are to be counted. */
  mount(app: FastifyInstance, lagNow: () => Promise<ProjectorLag>): void;
}

export function createMetrics(logger: Pick<FastifyBaseLogger, 'warn'>): Metrics {
  const registry = new MetricsRegistry();
  return {
    measured: (store) => measureAppends(store, registry),
    mount(app, lagNow) {
      const ownProcess = startProcessMetrics(registry, packageJson);
      const updateLag = lagMetrics(registry, lagNow, logger);
      app.addHook('onClose', async () => ownProcess.stop());
      installHttpMetrics(app, registry);
      mountMetrics(app, registry, async () => {
        ownProcess.update();
        await updateLag();
      });
    },
  };
}

function measureAppends(store: EventStore, registry: MetricsRegistry): EventStore {
  const appends = registry.counter('perktree_event_store_appends_total', 'Appends to the event store, by outcome.');
  const events = registry.counter('perktree_event_store_appended_events_total', 'Events in appends that succeeded.');
  const seconds = registry.histogram('perktree_event_store_append_duration_seconds', 'Time that an append took.');
  return {
    async append(stream, expectedRevision, newEvents) {
      const start = performance.now();
      let outcome = 'appended';
      try {
        const appended = await store.append(stream, expectedRevision, newEvents);
        events.add({}, newEvents.length);
        return appended;
      } catch (error) {
        outcome = error instanceof Error ? error.name : 'unknown';
        throw error;
      } finally {
        appends.add({ outcome });
        seconds.observe({ outcome }, (performance.now() - start) / 1000);
      }
    },
    readStream: (stream, fromRevision) => store.readStream(stream, fromRevision),
    readAll: (afterPosition, limit) => store.readAll(afterPosition, limit),
    subscribe: (options) => store.subscribe(options),
    head: () => store.head(),
    close: () => store.close(),
  };
}

/** How far the read models are behind, on each reading. Stores that do not answer are a number, too. */
function lagMetrics(
  registry: MetricsRegistry,
  lagNow: () => Promise<ProjectorLag>,
  logger: Pick<FastifyBaseLogger, 'warn'>,
): () => Promise<void> {
  const up = registry.gauge('perktree_stores_reachable', '1 where event store and read models answer; else 0.');
  const head = registry.gauge('perktree_event_store_head_position', 'Position of the newest event.');
  const lag = registry.gauge(
    'perktree_projector_lag_events',
    'Events that the read models are behind the event store.',
  );
  const failed = registry.gauge('perktree_projector_failed_read_models', 'Read models that stopped at an event.');
  let reached = true;
  return async () => {
    try {
      const now = await lagNow();
      head.set({}, Number(now.head));
      lag.set({}, Number(now.behind));
      failed.set({}, now.failed.length);
      reached = true;
    } catch (err) {
      if (reached) logger.warn({ err }, 'the stores do not answer the metrics');
      reached = false;
    }
    up.set({}, reached ? 1 : 0);
  };
}
