import { makePicture } from '@perktree/identity/pictures/make-picture';
import { systemTimers } from '@perktree/platform/time/timers';
import type { PictureReport, PictureTask } from './messages.ts';

// The server has ended, and with it the decoder, which may hang.
process.on('disconnect', () => process.exit());

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

/** Re-encodes one uploaded picture and exits. */
process.once('message', async ({ bytes, type }: PictureTask) => {
  limitProcessorTime();
  const report: PictureReport | null = await makePicture(Buffer.from(bytes), type).catch(() => null);
  process.send?.(report, () => process.disconnect());
});
