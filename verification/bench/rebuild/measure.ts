import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { createPool } from '@perktree/platform/postgres/pool';
import { projections } from '@perktree/projector/catalogue';
import { ensureReadModels } from '@perktree/projector/engine/tables/schema';
import { startProductProcessor } from '@perktree/projector/service';
import { fillEventStore } from '@perktree/projector/testing/large-history';
import type { Pool } from 'pg';
import { copyFinishedRows } from '../projecting/copy-floor.ts';
import { type Run, runChild } from './child.ts';
import { startReaders } from './readers.ts';

export interface Measurement {
  readonly connectionString: string;
  /** Number of stored events. */
  readonly events: number;
  readonly kills: number;
  /** Program and arguments of a rebuild. */
  readonly program: readonly string[];
  readonly say: (text: string) => void;
}

/** Events that are appended each second while a rebuild runs. */
const APPENDED_PER_SECOND = 50;
const logger = { info() {}, warn: console.error, error: console.error };

/** @returns whether nothing failed and all rows were identical */
export async function measure(options: Measurement): Promise<boolean> {
  const pool = createPool({
    ...{ connectionString: options.connectionString, applicationName: 'bench' },
    ...{ max: 12, statementTimeoutMs: 0 },
  });
  const seconds = await rebuildAlone(options, pool);
  await copyBeside(options, pool, seconds);
  const whole = () => rebuildWhole(options);
  const killed = () => rebuildKilled(options);
  const ok = await underTraffic(options, pool, [whole, killed]);
  await pool.end();
  return ok;
}

/** A rebuild without other load and without live tables to compare with. @returns seconds */
async function rebuildAlone({ events, program, say }: Measurement, pool: Pool): Promise<number> {
  await ensureReadModels(pool, projections);
  const run = await runChild(program, null);
  say(`alone: ${run.seconds.toFixed(1)} s, ${perSecond(events, run.seconds)}, at most ${run.end?.peakMb} MB`);
  say(`  time left, after the first tenth: ${offBy(run)}`);
  return run.seconds;
}

/** Leaves out the CPU time of the server. */
const NO_PROCESS = 0;

async function copyBeside({ events, say }: Measurement, pool: Pool, rebuildSeconds: number): Promise<void> {
  for (const indexes of ['before', 'afterwards'] as const) {
    const seconds = (await copyFinishedRows(pool, indexes, NO_PROCESS)).ms / 1000;
    const ratio = (seconds / rebuildSeconds).toFixed(2);
    say(`COPY of the finished rows, indexes ${indexes}: ${seconds.toFixed(1)} s, ${perSecond(events, seconds)}`);
    say(`  the rebuild runs at ${ratio} times that`);
  }
}

/** Runs rebuilds beside a live projector, readers and a writer. @returns whether nothing failed */
async function underTraffic(
  { connectionString, events, say }: Measurement,
  pool: Pool,
  rebuilds: readonly (() => Promise<boolean>)[],
): Promise<boolean> {
  const store = createPostgresEventStore({ connectionString });
  const processor = startProductProcessor({ store, pool, logger });
  const readers = startReaders(pool);
  const writer = startWriter(pool, events);
  const outcomes: boolean[] = [];
  for (const rebuild of rebuilds) outcomes.push(await rebuild());
  await writer.stop();
  const { reads, longestMs, failures } = await readers.stop();
  await processor.stop();
  await store.close();
  say(`${reads} reads, the longest ${longestMs} ms, ${failures.length} failed or stale`);
  for (const failure of new Set(failures)) say(`  ${failure}`);
  return failures.length === 0 && !outcomes.includes(false);
}

async function rebuildWhole({ events, program, say }: Measurement): Promise<boolean> {
  const run = await runChild(program, null);
  say(`under live traffic: ${run.seconds.toFixed(1)} s, ${perSecond(events, run.seconds)}`);
  say(`  ${outcomeOf(run)}, at most ${run.end?.peakMb} MB`);
  say(`  time left, after the first tenth: ${offBy(run)}`);
  return isIdentical(run);
}

const perSecond = (events: number, seconds: number) => `${Math.round(events / seconds)} events/s`;

/** Kills the program at random points, and finally lets it end. */
async function rebuildKilled({ program, kills, say }: Measurement): Promise<boolean> {
  if (kills === 0) return true;
  const start = performance.now();
  const points: string[] = [];
  let identical = true;
  // Anywhere from the first page to the swap.
  const at = Array.from({ length: kills }, () => Math.random() * 100).sort((a, b) => a - b);
  for (const percent of at) {
    const run = await runChild(program, percent);
    const last = run.reports.at(-1)?.progress;
    if (run.end === null) points.push(last ? `${last.phase} ${last.percent} %` : 'beginning');
    else identical &&= isIdentical(run);
  }
  const last = await runChild(program, null);
  say(`killed ${kills} times, then to its end: ${((performance.now() - start) / 1000).toFixed(1)} s in all`);
  say(`  killed at: ${points.join(', ')}`);
  say(`  ${outcomeOf(last)}; each has read ${[...new Set(last.end?.events)].join(' or ')} events`);
  return identical && isIdentical(last);
}

const isIdentical = ({ end }: Run) => end !== null && end.identical === end.of;
const outcomeOf = ({ end }: Run) => `${end?.identical} of ${end?.of} read models identical and swapped`;

/** The relative error of the estimated time left, from the first tenth of the time to the last. */
function offBy({ reports, seconds }: Run): string {
  const shares = reports
    .filter(({ at, progress }) => at >= seconds / 10 && at < seconds * 0.9 && progress.secondsLeft !== null)
    .map(({ at, progress }) => Math.abs(at + (progress.secondsLeft ?? 0) - seconds) / (seconds - at))
    .sort((a, b) => a - b);
  const percent = (share = 0) => `${Math.round((shares[Math.floor(share * (shares.length - 1))] ?? 0) * 100)} %`;
  return `off by ${percent(0.5)} in the median, ${percent(0.9)} at the 90th percentile, ${percent(1)} at worst`;
}

function startWriter(pool: Pool, from: number) {
  let appended = from;
  let writing = Promise.resolve();
  const timer = setInterval(() => {
    const at = appended;
    appended += APPENDED_PER_SECOND;
    writing = writing.then(() => fillEventStore(pool, at, APPENDED_PER_SECOND));
  }, 1_000);
  return {
    async stop() {
      clearInterval(timer);
      await writing;
    },
  };
}
