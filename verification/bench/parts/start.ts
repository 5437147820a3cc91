import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import type { Cell } from '../cell.ts';
import { startServer } from '../processes.ts';
import { interleaved } from '../rounds.ts';

const ROUNDS = 3;

/** Time from `npm start` to ready with the embedded database: in an empty folder, and again in the same folder. */
export async function start(bench: Bench): Promise<readonly Cell[]> {
  const program = join(bench.programs.productDir, '../../scripts/start.mjs');
  const contestants = [
    {
      ...{ workload: 'npm start', contender: 'product' },
      async measure() {
        const folder = mkdtempSync(join(tmpdir(), 'perktree-bench-start-'));
        try {
          const env = { DATA_DIR: folder };
          const first = await startServer(bench.programs, program, { env });
          await first.stop();
          const second = await startServer(bench.programs, program, { env });
          await second.stop();
          return { figures: { 'first ms': first.readyMs, 'second ms': second.readyMs }, void: null };
        } finally {
          rmSync(folder, { recursive: true, force: true });
        }
      },
    },
  ];
  return interleaved(bench, 'start', contestants, Math.min(ROUNDS, bench.scale.rounds));
}
