import type { Readable, Writable } from 'node:stream';
import type { Timers } from '@perktree/platform/time/timers';

/** A connection that is alive takes a piece of 16 kB sooner. */
export const STALL_MS = 30_000;

/**
 * Passes a drawing on to the reader of a file. The file fails once the reader takes nothing for `STALL_MS`, also of its last
 * piece: a stalled reader must not keep a place to draw from other users.
 */
export function pipeUnlessStalled(drawing: Readable, file: Writable, timers: Timers): void {
  let end = () => {};
  const wait = () => {
    end();
    end = timers.after(STALL_MS, () => file.destroy(new Error(`nothing was read for ${STALL_MS} ms`)));
  };
  drawing.pipe(file, { end: false });
  drawing
    .on('pause', wait)
    // The first `resume` is reported later than a pause that follows it.
    .on('resume', () => drawing.isPaused() || end())
    .once('end', wait);
  file.once('close', () => end());
}
