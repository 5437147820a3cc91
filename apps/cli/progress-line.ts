import { systemTimers } from '@perktree/platform/time/timers';
import type { OperationProgress } from '@perktree/projector/engine/rebuild/operation';

const INTERVAL_MS = 500;

/** One line on standard error, at most every 500 ms; rewritten in place on a terminal. */
export function createProgressLine<Progress extends unknown[]>(textOf: (...progress: Progress) => string) {
  const { isTTY } = process.stderr;
  let shownAt = 0;
  return {
    show(...progress: Progress): void {
      const now = systemTimers.now();
      if (now - shownAt < INTERVAL_MS) return;
      shownAt = now;
      const line = textOf(...progress);
      process.stderr.write(isTTY ? `\r\u001b[K${line}` : `${line}\n`);
    },
    end(): void {
      if (isTTY) process.stderr.write('\r\u001b[K');
    },
  };
}

/** Progress of a rebuild or comparison of read models. */
export const operationProgress = (task: string) =>
  createProgressLine((progress: OperationProgress) => `${task}: ${progressText(progress)}`);

export function replayProgress(task: string) {
  const began = systemTimers.monotonic();
  return createProgressLine(
    ({ position, head, events }: { readonly position: bigint; readonly head: bigint; readonly events: number }) => {
      const seconds = (systemTimers.monotonic() - began) / 1000;
      const share = head === 0n ? 1 : Number(position) / Number(head);
      return `${task}: ${progressText({
        phase: 'reading',
        percent: Math.floor(share * 100),
        events,
        eventsPerSecond: Math.round(events / seconds),
        secondsLeft: share === 0 ? null : Math.round(seconds / share - seconds),
      })}`;
    },
  );
}

export function progressText(progress: Omit<OperationProgress, 'eventsLeft'>): string {
  const { phase, percent, events, eventsPerSecond, secondsLeft } = progress;
  const left = secondsLeft === null ? 'time left not known yet' : `${duration(secondsLeft)} left`;
  return `${phase}, ${percent} %, ${events} events, ${eventsPerSecond} events/s, ${left}`;
}

function duration(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
