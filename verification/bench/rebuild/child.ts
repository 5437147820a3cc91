import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { OperationProgress } from '@perktree/projector/engine/rebuild/operation';
import type { Line } from './program.ts';

export interface Told {
  /** Seconds since the program was started. */
  readonly at: number;
  readonly progress: OperationProgress;
}

export interface Run {
  readonly seconds: number;
  readonly told: readonly Told[];
  /** Null: it was killed before. */
  readonly end: Extract<Line, { end: unknown }>['end'] | null;
}

const LATEST_KILL_MS = 250;

/**
 * Runs the rebuild in a process of its own.
 * @param killAtPercent of its work, as it tells itself, and up to a quarter of a second after; null: it may end
 */
export async function runChild(program: readonly string[], killAtPercent: number | null): Promise<Run> {
  const start = performance.now();
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
  const told: Told[] = [];
  let end: Run['end'] = null;
  let timer: NodeJS.Timeout | undefined;
  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = JSON.parse(text) as Line;
    if ('end' in line) end = line.end;
    else {
      told.push({ at: (performance.now() - start) / 1000, progress: line.progress });
      if (killAtPercent === null || line.progress.percent < killAtPercent) return;
      timer ??= setTimeout(() => child.kill('SIGKILL'), Math.random() * LATEST_KILL_MS);
    }
  });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    child.once('close', (...ended) => resolve(ended));
  });
  clearTimeout(timer);
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`the rebuild ended with ${code ?? signal}`);
  return { seconds: (performance.now() - start) / 1000, told, end };
}
