import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { DecodePicture } from '@perktree/identity/pictures/picture-maker';
import { systemTimers } from '@perktree/platform/time/timers';
import type { PictureReport, PictureTask } from '../picture-process/messages.ts';
import { productFolder } from './ui/product-folder.ts';

/** The process of a picture is killed after this time. It ends itself after 1 s of processor time (picture-process/main.ts). */
const TIMEOUT_MS = 10_000;
/** Little is enough, because pixels are outside of the heap. */
const HEAP_MB = 64;

/**
 * Decodes each picture in a separate process, so that a picture which crashes or hangs the decoder affects no other work. The
 * process gets no environment, so it has no secrets.
 */
export const forkPictureProcess: DecodePicture = (bytes, type, signal) =>
  new Promise((resolve, reject) => {
    const child = fork(join(productFolder(), 'dist/server/picture-process.js'), {
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const kill = () => child.kill('SIGKILL');
    const endTimer = systemTimers.after(TIMEOUT_MS, kill);
    signal.addEventListener('abort', kill, { once: true });
    child.once('message', (report: PictureReport | null) =>
      resolve(report && { ...report, content: Buffer.from(report.content) }),
    );
    child.once('error', reject);
    // No effect after a report, which has settled the promise.
    child.once('exit', (code, killedBy) => {
      endTimer();
      signal.removeEventListener('abort', kill);
      if (killedBy === null) reject(new Error(`the process of a picture ended with ${code}`));
      else resolve(null);
    });
    child.send({ bytes, type } satisfies PictureTask);
  });
