import { makePicture } from '@perktree/identity/pictures/make-picture';
import type { DecodePicture, MadePicture } from '@perktree/identity/pictures/picture-maker';
import { systemTimers } from '@perktree/platform/time/timers';
import { runTask } from '../parts/child-process.ts';

/** Processor time of all threads for one picture, in microseconds. The largest photo takes about half of it. */
const MAX_CPU_US = 1_000_000;
const LOOK_EVERY_MS = 20;

/** Ends the process when a picture has used its processor time: a small SVG can take minutes. Decoding runs in other threads. */
function limitProcessorTime(): void {
  const before = process.cpuUsage();
  systemTimers.every(LOOK_EVERY_MS, () => {
    const { user, system } = process.cpuUsage(before);
    if (user + system > MAX_CPU_US) process.kill(process.pid, 'SIGKILL');
  });
}

/** Re-encodes one uploaded picture. Null: it cannot be read. */
runTask<{ readonly bytes: Uint8Array; readonly type: Parameters<DecodePicture>[1] }, MadePicture | null>(
  async ({ bytes, type }, report) => {
    limitProcessorTime();
    await report(await makePicture(Buffer.from(bytes), type).catch(() => null));
  },
);
