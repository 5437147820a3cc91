/** The effective time of the event at a position. */
export interface ClockMark {
  readonly position: bigint;
  /** ISO 8601 UTC with milliseconds. */
  readonly at: string;
}

/** Events between two marks: a read that starts between them skips fewer than twice as many. */
export const MARK_EVERY = 4_096;

/** Caches some effective times, so that finding one reads few events. Lost marks are computed again. */
export interface ClockMarks {
  /** The newest mark of a log at or before a position. */
  upTo(log: string, position: bigint): Promise<ClockMark | null>;
  /** The newest mark of a log whose time is before a moment (ISO 8601 UTC with milliseconds). */
  before(log: string, moment: string): Promise<ClockMark | null>;
  add(log: string, mark: ClockMark): Promise<void>;
}

/** Marks of one process. */
export function marksInMemory(): ClockMarks {
  const marks: (ClockMark & { readonly log: string })[] = [];
  const newest = (isWanted: (mark: ClockMark) => boolean, log: string) =>
    marks
      .filter((mark) => mark.log === log && isWanted(mark))
      .reduce<ClockMark | null>((best, mark) => (best === null || mark.position > best.position ? mark : best), null);
  return {
    upTo: async (log, position) => newest((mark) => mark.position <= position, log),
    before: async (log, moment) => newest((mark) => mark.at < moment, log),
    add: async (log, mark) => {
      if (!marks.some(({ position, log: other }) => other === log && position === mark.position)) {
        marks.push({ ...mark, log });
      }
    },
  };
}
