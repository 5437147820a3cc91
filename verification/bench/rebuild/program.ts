import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { createPool } from '@perktree/platform/postgres/pool';
import { keepHeapSmall } from '@perktree/platform/process/small-heap';
import { type OperationProgress, OperationUnderWay } from '@perktree/projector/engine/rebuild/operation';
import type { Rebuilt } from '@perktree/projector/engine/rebuild/rebuild';
import { dropProjection, rebuildProjection } from '@perktree/projector/service';

/** A line of the program's output: its progress, or at the end its result. */
export type Line =
  | { readonly progress: OperationProgress }
  | {
      readonly end: {
        readonly identical: number;
        readonly swapped: number;
        readonly of: number;
        /** Events that each read model has read, in all runs together. */
        readonly events: readonly number[];
        readonly peakMb: number;
      };
    };

const REPORT_EVERY_MS = 250;
/** Postgres releases the lock of a killed program with a delay. */
const RETRY = { tries: 100, pauseMs: 100 };

/** Rebuilds all read models, continues with what an earlier run has left, and drops the old tables at the end. */
export async function runRebuild(connectionString: string): Promise<void> {
  // As `perktree rebuild` does.
  keepHeapSmall();
  const pool = createPool({ connectionString, applicationName: 'bench-rebuild', max: 8, statementTimeoutMs: 0 });
  const store = createPostgresEventStore({ connectionString });
  const say = (line: Line) => process.stdout.write(`${JSON.stringify(line)}\n`);
  let reportedAt = 0;
  const onProgress = (progress: OperationProgress) => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = performance.now();
    say({ progress });
  };
  const rebuilt = await retryWhileLocked(() => rebuildProjection({ store, pool, onProgress }));
  const swapped = rebuilt.filter(({ outcome }) => outcome === 'swapped');
  say({
    end: {
      identical: swapped.filter(({ compared }) => compared?.identical).length,
      swapped: swapped.length,
      of: rebuilt.length,
      events: rebuilt.map(({ events }) => events),
      peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
    },
  });
  await dropProjection({ pool });
  await store.close();
  await pool.end();
}

async function retryWhileLocked(work: () => Promise<readonly Rebuilt[]>): Promise<readonly Rebuilt[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof OperationUnderWay) || tries === RETRY.tries) throw error;
      await sleep(RETRY.pauseMs);
    }
  }
}
