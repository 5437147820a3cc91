import type { OperationProgress } from '@perktree/projector/operation';

const EVERY_MS = 500;

/** One line that tells how far a replay is, how fast, and how long it will take; rewritten in place on a terminal. */
export function createProgressLine(doing: string): { show(progress: OperationProgress): void; end(): void } {
  let shown = 0;
  const write = (line: string) => process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
  return {
    show(progress) {
      const now = Date.now();
      if (now - shown < EVERY_MS) return;
      shown = now;
      write(`${doing}: ${progressText(progress)}`);
    },
    end() {
      if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
    },
  };
}

export function progressText({ phase, percent, events, eventsPerSecond, secondsLeft }: OperationProgress): string {
  const left = secondsLeft === null ? 'time left not known yet' : `${duration(secondsLeft)} left`;
  return `${phase}, ${percent} %, ${events} events, ${eventsPerSecond} events/s, ${left}`;
}

function duration(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
