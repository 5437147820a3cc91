import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { ReadDrawing, UnreadCase } from '@perktree/command-service/qr/design-readability';
import { systemTimers } from '@perktree/platform/time/timers';
import { productFolder } from './ui/product-folder.ts';

/** The process of a check is killed after this time. It usually takes about 1 s, more on a busy machine. */
const TIMEOUT_MS = 20_000;
const HEAP_MB = 128;

/** Reads each drawing in a separate process without environment, because decoding takes 1 s of CPU time. */
export const forkDesignCheck: ReadDrawing = (drawing) =>
  new Promise((resolve, reject) => {
    const child = fork(join(productFolder(), 'dist/server/design-check.js'), {
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const endTimer = systemTimers.after(TIMEOUT_MS, () => child.kill('SIGKILL'));
    child.once('message', (unread: readonly UnreadCase[]) => resolve(unread));
    child.once('error', reject);
    child.once('exit', (code, by) => {
      endTimer();
      // No effect after a message, which has settled the promise.
      reject(new Error(`the check of a design ended with ${by ?? code}`));
    });
    child.send(drawing);
  });
