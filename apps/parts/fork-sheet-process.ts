import { fork } from 'node:child_process';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { systemTimers } from '@perktree/platform/time/timers';
import type { DrawSheet } from '@perktree/query-service/qr/print-sheets/draw-sheet';
import { lowerPriority } from './fork-file-process.ts';
import { productFolder } from './ui/product-folder.ts';

/** The process of a sheet is killed after this time. 5,000 codes of dots take 100 s of processor time. */
const TIMEOUT_MS = 600_000;
const HEAP_MB = 256;

/** Draws each print sheet in a separate process without environment, because 504 codes of dots take 10 s of processor time. */
export const forkSheetProcess: DrawSheet = (task) => {
  const child = fork(join(productFolder(), 'dist/server/sheet-process.js'), {
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  lowerPriority(child);
  const kill = () => child.kill('SIGKILL');
  const endTimer = systemTimers.after(TIMEOUT_MS, kill);
  const sheet = new PassThrough();
  child.stdout?.pipe(sheet, { end: false });
  child.once('error', (error) => sheet.destroy(error));
  child.once('close', (code, by) => {
    endTimer();
    if (code === 0) sheet.end();
    else sheet.destroy(new Error(`the process of a print sheet ended with ${by ?? code}`));
  });
  // The client may have gone.
  sheet.once('close', kill);
  child.send(task);
  return sheet;
};
