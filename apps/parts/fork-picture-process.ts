import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { DecodePicture } from '@perktree/identity/pictures/picture-maker';
import type { PictureReport, PictureTask } from '../picture-process/messages.ts';
import { productFolder } from './ui/product-folder.ts';

/** The process of a picture is killed after this. */
const TIMEOUT_MS = 10_000;
/** Its JavaScript needs little; pixels are outside the heap. */
const HEAP_MB = 64;

/**
 * Decodes each picture in a process of its own: a picture that makes the decoder crash or hang ends that process alone. The
 * process gets no environment, so it knows no secrets.
 */
export const forkPictureProcess: DecodePicture = (bytes, type) =>
  new Promise((resolve, reject) => {
    const child = fork(join(productFolder(), 'dist/server/picture-process.js'), {
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
    child.once('message', (report: PictureReport | null) =>
      resolve(report && { ...report, content: Buffer.from(report.content) }),
    );
    child.once('error', reject);
    // After a report it is settled already.
    child.once('exit', (code, killedBy) => {
      clearTimeout(timer);
      if (killedBy === null) reject(new Error(`the process of a picture ended with ${code}`));
      else resolve(null);
    });
    child.send({ bytes, type } satisfies PictureTask);
  });
