import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { ReadDrawing, UnreadCase } from '@perktree/command-service/api/qr-design/readability';
import { productFolder } from './ui/product-folder.ts';

/** The process of a check is killed after this. It needs about a second, on a busy machine more. */
const TIMEOUT_MS = 20_000;
const HEAP_MB = 128;

/** Reads each drawing in a process of its own, without environment: decoding takes a second of processor time. */
export const forkDesignCheck: ReadDrawing = (drawing) =>
  new Promise((resolve, reject) => {
    const child = fork(join(productFolder(), 'dist/server/design-check.js'), {
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
    child.once('message', (unread: readonly UnreadCase[]) => resolve(unread));
    child.once('error', reject);
    child.once('exit', (code, by) => {
      clearTimeout(timer);
      // After a message it is settled already.
      reject(new Error(`the check of a design ended with ${by ?? code}`));
    });
    child.send(drawing);
  });
