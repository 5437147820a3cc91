import type {
  DigestFigures,
  DigestReader,
  DigestWeek,
  WeeklyDigests,
} from '@perktree/contracts/dashboard/weekly-digest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@perktree/contracts/kernel/durations';
import type { RecurringJob } from '@perktree/platform/jobs/jobs';

const WEEK_MS = 7 * DAY_MS;
/** A Monday, 08:00 UTC. */
const A_SENDING = Date.parse('2024-01-01T08:00:00Z');
/** People of one query. */
const BATCH = 100;

/** The last Monday 08:00 UTC, when digests are sent, and the week before it, which they are about. */
export function lastSending(now: Date): { readonly at: Date; readonly week: DigestWeek } {
  const at = new Date(A_SENDING + Math.floor((now.getTime() - A_SENDING) / WEEK_MS) * WEEK_MS);
  const monday = at.getTime() - 8 * HOUR_MS;
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { at, week: { from: day(monday - WEEK_MS), to: day(monday - DAY_MS) } };
}

/**
 * Queues the digests of the last week. A run finds who has none yet, so another process continues after a kill, and digests of
 * a Monday on which no process ran are sent later in the week.
 */
export function weeklyDigestsJob(services: {
  readonly digests: WeeklyDigests;
  /** `not_over`: the week still runs where the reader's sites are, so a later run makes the digest. */
  figuresOf(reader: DigestReader, week: DigestWeek, now: Date): Promise<DigestFigures | null | 'not_over'>;
  readonly clock: () => Date;
}): RecurringJob {
  const { digests, figuresOf, clock } = services;
  const queueOf = async (reader: DigestReader, week: DigestWeek) => {
    const figures = await figuresOf(reader, week, clock());
    if (figures !== 'not_over') await digests.queue(reader, week, figures);
  };
  return {
    name: 'weekly-digests',
    everyMs: 5 * MINUTE_MS,
    async run() {
      const { at, week } = lastSending(clock());
      const failures: unknown[] = [];
      for (let after: string | null = null; ; ) {
        const readers: readonly DigestReader[] = await digests.readersOf({ week, askedBy: at, limit: BATCH, after });
        for (const reader of readers) {
          // The failure of one digest must not keep others from theirs.
          await queueOf(reader, week).catch((error: unknown) => failures.push(error));
        }
        after = readers.at(-1)?.userId ?? null;
        if (readers.length < BATCH) break;
      }
      // The run is tried again.
      if (failures.length > 0) throw failures[0];
    },
  };
}
