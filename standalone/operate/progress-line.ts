import type { ReplayProgress } from '@perktree/projector/replay';

const EVERY_MS = 500;

/** One line that tells how far a replay is, how fast, and how long it will take; rewritten in place on a terminal. */
export function createProgressLine(doing: string): { show(progress: ReplayProgress): void; end(): void } {
  const started = Date.now();
  let shown = 0;
  const write = (line: string) => process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
  return {
    show({ events, position, head }) {
      const now = Date.now();
      if (now - shown < EVERY_MS) return;
      shown = now;
      const seconds = (now - started) / 1000;
      const rate = events / Math.max(seconds, 0.001);
      const left = Math.max(0, Number(head - position) / Math.max(rate, 1));
      const percent = head === 0n ? 100 : Math.min(100, Number((position * 100n) / head));
      write(`${doing}: ${percent} %, ${events} events, ${Math.round(rate)} events/s, ${Math.ceil(left)} s left`);
    },
    end() {
      if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
    },
  };
}
