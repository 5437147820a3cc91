import type { CopyProgress } from '@perktree/event-store/migrate-events/migrate-events';

const EVERY_MS = 500;

/** One line that tells how far the copy is and how fast; rewritten in place on a terminal. */
export function createCopyProgress(): { show(progress: CopyProgress): void; end(): void } {
  const { isTTY } = process.stderr;
  let [phase, began, shown]: [CopyProgress['phase'] | undefined, number, number] = [undefined, 0, 0];
  return {
    show(progress) {
      const now = Date.now();
      if (progress.phase !== phase) [phase, began] = [progress.phase, now];
      if (now - shown < EVERY_MS) return;
      shown = now;
      const { events, position, head } = progress;
      // Of bytes or of events: positions are each engine's own.
      const percent = head === 0n ? 100n : (position * 100n) / head;
      const rate = Math.round(events / Math.max((now - began) / 1000, 0.001));
      const line = `${phase}: ${percent} %, ${events} events, ${rate} events/s`;
      process.stderr.write(isTTY ? `\r\u001b[K${line}` : `${line}\n`);
    },
    end() {
      if (isTTY) process.stderr.write('\r\u001b[K');
    },
  };
}
