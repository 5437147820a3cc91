import type { WalkProgress } from '@perktree/audit-service/replay/audit-history';
import { createProgressLine } from '../operate/progress-line.ts';

/** A progress line for a walk over history, on standard error. */
export function walkProgress(doing: string): { show(progress: WalkProgress): void; end(): void } {
  const line = createProgressLine(doing);
  const began = performance.now();
  return {
    show({ position, head, events }) {
      const seconds = (performance.now() - began) / 1000;
      const share = head === 0n ? 1 : Number(position) / Number(head);
      line.show({
        phase: 'reading',
        percent: Math.floor(share * 100),
        events,
        // Where positions have gaps, there are as many in what is to come as there were so far.
        eventsLeft: share === 0 ? 0 : Math.round(events / share - events),
        eventsPerSecond: Math.round(events / seconds),
        secondsLeft: share === 0 ? null : Math.round(seconds / share - seconds),
      });
    },
    end: line.end,
  };
}
