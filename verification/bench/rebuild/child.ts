import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { OperationProgress } from '@perktree/projector/engine/rebuild/operation';
import type { Line } from './program.ts';

export interface ProgressReport {
  /** Seconds since the program was started. */
  readonly at: number;
  readonly progress: OperationProgress;
}

export interface Run {
  readonly seconds: number;
  readonly reports: readonly ProgressReport[];
  /** Null: it was killed. */
  readonly end: Extract<Line, { end: unknown }>['end'] | null;
}

const MAX_KILL_DELAY_MS = 250;

/**
 * Runs the rebuild in a separate process.
 * @param killAtPercent kills it up to 250 ms after it reports this progress; null: lets it end
 */
export async function runChild(program: readonly string[], killAtPercent: number | null): Promise<Run> {
  const start = performance.now();
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
  const reports: ProgressReport[] = [];
  let end: Run['end'] = null;
  let timer: NodeJS.Timeout | undefined;
  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = JSON.parse(text) as Line;
    if ('end' in line) end = line.end;
    else {
      reports.push({ at: (performance.now() - start) / 1000, progress: line.progress });
      if (killAtPercent === null || line.progress.percent < killAtPercent) return;
      timer ??= setTimeout(() => child.kill('SIGKILL'), Math.random() * MAX_KILL_DELAY_MS);
    }
  });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    child.once('close', (...ended) => resolve(ended));
  });
  clearTimeout(timer);
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`the rebuild ended with ${code ?? signal}`);
  return { seconds: (performance.now() - start) / 1000, reports, end };
}
