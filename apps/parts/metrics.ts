import type { OnCommand } from '@perktree/command-service/http/outcomes/measured-handler';
import { categoryOf } from '@perktree/contracts/catalogue/events';
import type { Appended, EventStore, NewEvent } from '@perktree/event-store/port';
import { PICTURE_OUTCOMES, type PictureOutcome } from '@perktree/identity/pictures/picture-maker';
import type { QueueBoard } from '@perktree/platform/jobs/queue-board';
import { installHttpMetrics, mountMetrics } from '@perktree/platform/metrics/http-metrics';
import { startProcessMetrics } from '@perktree/platform/metrics/process-metrics';
import { MetricsRegistry } from '@perktree/platform/metrics/registry';
import { isDiskFull } from '@perktree/platform/postgres/disk-full';
import { systemTimers, type Timers } from '@perktree/platform/time/timers';
import type { ProjectorLag } from '@perktree/projector/engine/live/lag';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import packageJson from '../../package.json' with { type: 'json' };
import { standingWorkMetrics } from './standing-work.ts';

/** Level `debug` traces a request by its correlation id: request, command, append. */
type Log = Pick<FastifyBaseLogger, 'warn' | 'debug' | 'level'>;

/** Avoids composing log lines that would be dropped. */
const logsDebug = ({ level }: Log) => level === 'debug' || level === 'trace';

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(logger: Log, timers: Timers = systemTimers) {
  const registry = new MetricsRegistry();
  const disk = diskMetrics(registry, timers);
  const batches = registry.counter(
    'perktree_event_store_append_batches_total',
    'Commits of appends: on Postgres several share one.',
  );
  const queued = registry.gauge(
    'perktree_http_queued_requests',
    'Requests that wait for others of their caller for the same call.',
  );
  const refused = registry.counter(
    'perktree_http_too_much_at_once_total',
    'Requests refused because their caller has too many waiting.',
  );
  const regressions = registry.counter(
    'perktree_event_store_regressions_total',
    'Times that the event store had gone back behind what this process had seen of it.',
  );
  regressions.add({}, 0);
  const behind = registry.counter(
    'perktree_event_store_clock_behind_total',
    'Events whose own clock was more than a minute before their effective time, counted when the chain is signed.',
  );
  behind.add({}, 0);
  const files = registry.counter(
    'perktree_files_total',
    'Files of long calls: done, failed, or left to another process because theirs died.',
  );
  const pictures = registry.counter(
    'perktree_pictures_total',
    'Uploaded pictures: made, unreadable or too complex, refused because too many wait, or left by their client.',
  );
  for (const outcome of PICTURE_OUTCOMES) pictures.add({ outcome }, 0);
  /** Measurements before each scrape. */
  const updates: (() => void | Promise<void>)[] = [];
  return {
    /** Reads the job queue on each scrape. */
    watchQueue(board: Pick<QueueBoard, 'read'>): void {
      updates.push(queueMetrics(registry, board, timers));
    },
    onClockBehind: (events: number) => behind.add({}, events),
    /** Counts files of long calls, by outcome. */
    onFile: (outcome: 'done' | 'failed' | 'died') => files.add({ outcome }),
    onPicture: (outcome: PictureOutcome) => pictures.add({ outcome }),
    /** Shows how long the oldest unfinished file has waited. */
    watchFiles(oldestSeconds: () => Promise<number>): void {
      const oldest = registry.gauge(
        'perktree_files_oldest_seconds',
        'Age of the oldest unfinished file of a long call.',
      );
      updates.push(async () => oldest.set({}, await oldestSeconds().catch(() => 0)));
    },
    /** Measures mails, webhooks, backups and free space on each scrape. */
    watchStandingWork(of: { readonly pool: Pool; readonly dataDir: string }): void {
      updates.push(standingWorkMetrics(registry, of));
    },
    measured: (store: EventStore): EventStore => measureAppends(store, registry, { logger, disk }),
    /**
     * Whether a write failed because the disk is full in the last 10 s and no append has succeeded since. After 10 s writes
     * are tried again, because only they show whether there is space.
     */
    isDiskFull: disk.isFull,
    /** Counts commits of the event store: several appends can share one. */
    onBatch: () => batches.add({}),
    onCommand: commandMetrics(registry, logger),
    /** Counts a request refused because its caller has too many waiting. */
    onTooMuchAtOnce: () => refused.add({}),
    /** Counts that the event store lost events that this process had seen. */
    onRegression: () => regressions.add({}),
    watchCallLimit(limit: { readonly waiting: number }): void {
      updates.push(() => queued.set({}, limit.waiting));
    },
    /**
     * Mounts `GET /metrics` and counts requests of the routes mounted afterwards.
     * @param lagNow null for a service without stores
     */
    mount(app: FastifyInstance, lagNow: (() => Promise<ProjectorLag>) | null): void {
      const ownProcess = startProcessMetrics(registry, packageJson);
      updates.push(() => ownProcess.update());
      if (lagNow !== null) updates.push(lagMetrics(registry, lagNow, logger));
      app.addHook('onClose', async () => ownProcess.stop());
      installHttpMetrics(app, registry);
      // Also writes before an append, such as that of an idempotency key.
      app.addHook('onResponse', (request, _reply, done) => {
        disk.failed(request.refusal?.cause);
        done();
      });
      mountMetrics(app, registry, async () => {
        for (const update of updates) await update();
      });
    },
  };
}

/** How long a failed write counts as a full disk, in milliseconds. */
const DISK_FULL_MS = 10_000;

type DiskMetrics = ReturnType<typeof diskMetrics>;

function diskMetrics(registry: MetricsRegistry, timers: Timers) {
  const full = registry.counter('perktree_disk_full_total', 'Writes that failed because the disk is full.');
  full.add({}, 0);
  /** A failed append is the failure of its request, too. */
  const counted = new WeakSet<object>();
  let fullUntil = 0;
  return {
    appended(): void {
      fullUntil = 0;
    },
    failed(error: unknown): void {
      if (!isDiskFull(error) || counted.has(error as object)) return;
      counted.add(error as object);
      full.add({});
      fullUntil = timers.monotonic() + DISK_FULL_MS;
    },
    isFull: () => timers.monotonic() < fullUntil,
  };
}

function queueMetrics(registry: MetricsRegistry, board: Pick<QueueBoard, 'read'>, timers: Timers): () => Promise<void> {
  const jobs = registry.gauge(
    'perktree_queue_jobs',
    'Jobs of the queue, by state; failed ones are laid aside as dead.',
  );
  const reachable = registry.gauge('perktree_queue_reachable', '1 where the queue of jobs answers; else 0.');
  const full = registry.gauge(
    'perktree_queue_full',
    '1 where the queue takes no jobs because its memory is full; else 0.',
  );
  const overdue = registry.gauge('perktree_queue_overdue_seconds', 'How late the most overdue recurring job is.');
  return async () => {
    // An unavailable queue keeps its last numbers.
    const state = await board.read().catch(() => null);
    reachable.set({}, state === null ? 0 : 1);
    if (state !== null) full.set({}, state.isFull ? 1 : 0);
    const next = (state?.schedules ?? []).flatMap(({ nextRunAt }) =>
      nextRunAt === null ? [] : [Date.parse(nextRunAt)],
    );
    if (next.length > 0) overdue.set({}, Math.max(0, (timers.now() - Math.min(...next)) / 1000));
    for (const [name, count] of Object.entries(state?.counts ?? {})) jobs.set({ state: name }, count);
  };
}

function commandMetrics(registry: MetricsRegistry, logger: Log): OnCommand {
  const commands = registry.counter(
    'perktree_commands_total',
    'Calls that change something and jobs’ commands, once each, by outcome.',
  );
  const seconds = registry.histogram(
    'perktree_command_duration_seconds',
    'Time from the request, or from loading the stream for a job, to the outcome.',
  );
  return ({ commandName, outcome, milliseconds, position, ...ids }) => {
    commands.add({ command: commandName, outcome });
    seconds.observe({ command: commandName }, milliseconds / 1000);
    if (!logsDebug(logger)) return;
    logger.debug({ ...ids, command: commandName, outcome, milliseconds, position: position?.toString() }, 'command');
  };
}

function measureAppends(
  store: EventStore,
  registry: MetricsRegistry,
  { logger, disk }: { readonly logger: Log; readonly disk: DiskMetrics },
): EventStore {
  const appends = registry.counter('perktree_event_store_appends_total', 'Appends to the event store, by outcome.');
  const events = registry.counter('perktree_event_store_appended_events_total', 'Events in appends that succeeded.');
  const seconds = registry.histogram('perktree_event_store_append_duration_seconds', 'Time that an append took.');
  return {
    ...store,
    async append(stream, expectedRevision, newEvents, condition) {
      const start = systemTimers.monotonic();
      let outcome = 'appended';
      try {
        const appended = await store.append(stream, expectedRevision, newEvents, condition);
        events.add({}, newEvents.length);
        disk.appended();
        if (logsDebug(logger)) logger.debug(aboutAppend(stream, newEvents, appended), 'appended');
        return appended;
      } catch (error) {
        outcome = error instanceof Error ? error.name : 'unknown';
        disk.failed(error);
        throw error;
      } finally {
        appends.add({ outcome });
        seconds.observe({ outcome }, (systemTimers.monotonic() - start) / 1000);
      }
    },
  };
}

function aboutAppend(stream: string, events: readonly NewEvent[], { position }: Appended) {
  const { $correlationId } = (events[0]?.metadata ?? {}) as { $correlationId?: string };
  return {
    ...($correlationId !== undefined && { correlationId: $correlationId }),
    // Only the category: a redemption code is part of a stream name (docs/decisions/0003).
    category: categoryOf(stream),
    types: events.map(({ type }) => type),
    position: `${position}`,
  };
}

/** Reads the lag on each scrape; unavailable stores are a metric as well. */
function lagMetrics(registry: MetricsRegistry, lagNow: () => Promise<ProjectorLag>, logger: Log): () => Promise<void> {
  const up = registry.gauge('perktree_stores_reachable', '1 where event store and read models answer; else 0.');
  const head = registry.gauge('perktree_event_store_head_position', 'Position of the newest event.');
  const lag = registry.gauge(
    'perktree_projector_lag_events',
    'Events that the read models are behind the event store.',
  );
  const age = registry.gauge(
    'perktree_projector_lag_seconds',
    'Age of the oldest event that is not in all read models yet.',
  );
  const failed = registry.gauge('perktree_projector_failed_read_models', 'Read models that stopped at an event.');
  const paused = registry.gauge('perktree_projector_paused_read_models', 'Read models that an operator has paused.');
  let reached = true;
  return async () => {
    try {
      const now = await lagNow();
      head.set({}, Number(now.head));
      lag.set({}, Number(now.behind));
      age.set({}, now.seconds);
      failed.set({}, now.failed.length);
      paused.set({}, now.paused.length);
      reached = true;
    } catch (err) {
      if (reached) logger.warn({ err }, 'metrics of the stores are unavailable');
      reached = false;
    }
    up.set({}, reached ? 1 : 0);
  };
}
