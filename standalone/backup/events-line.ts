const EVERY_MS = 500;

/** One line that tells how many events are done; rewritten in place on a terminal. */
export function createEventsLine(doing: string): { show(done: number, all: number): void; end(): void } {
  const { isTTY } = process.stderr;
  let shown = Date.now();
  return {
    show(done, all) {
      const now = Date.now();
      if (now - shown < EVERY_MS) return;
      shown = now;
      const line = `${doing}: ${done} of ${all} events`;
      process.stderr.write(isTTY ? `\r\u001b[K${line}` : `${line}\n`);
    },
    end() {
      if (isTTY) process.stderr.write('\r\u001b[K');
    },
  };
}
