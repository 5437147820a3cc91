import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { createPool } from '@perktree/platform/postgres/pool';
import { keepHeapSmall } from '@perktree/platform/process/small-heap';
import { type OperationProgress, OperationUnderWay } from '@perktree/projector/engine/rebuild/operation';
import type { Rebuilt } from '@perktree/projector/engine/rebuild/rebuild';
import { drop, rebuild } from '@perktree/projector/service';

/** The program's output, a line each: its progress, and at the end the result. */
export type Line =
  | { readonly progress: OperationProgress }
  | {
      readonly end: {
        readonly identical: number;
        readonly swapped: number;
        readonly of: number;
        /** What each has read, all runs together. */
        readonly events: readonly number[];
        readonly peakMb: number;
      };
    };

const TELL_EVERY_MS = 250;
/** Of a program that was killed the server lets go as soon as it notices. */
const PATIENCE = { tries: 100, pauseMs: 100 };

/** Rebuilds all read models, continues with what an earlier run has left, and drops the old tables at the end. */
export async function runRebuild(connectionString: string): Promise<void> {
  // As the operator's program does.
  keepHeapSmall();
  const pool = createPool({ connectionString, applicationName: 'bench-rebuild', max: 8, statementTimeoutMs: 0 });
  const store = createPostgresEventStore({ connectionString });
  const say = (line: Line) => process.stdout.write(`${JSON.stringify(line)}\n`);
  let told = 0;
  const onProgress = (progress: OperationProgress) => {
    if (performance.now() - told < TELL_EVERY_MS) return;
    told = performance.now();
    say({ progress });
  };
  const rebuilt = await patiently(() => rebuild({ store, pool, onProgress }));
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
  await drop({ pool });
  await store.close();
  await pool.end();
}

async function patiently(work: () => Promise<readonly Rebuilt[]>): Promise<readonly Rebuilt[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof OperationUnderWay) || tries === PATIENCE.tries) throw error;
      await sleep(PATIENCE.pauseMs);
    }
  }
}
