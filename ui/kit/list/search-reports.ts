import { createTimer } from '../../lib/use-timer.ts';

/** Debounce of typed text, milliseconds. */
export const SEARCH_DELAY_MS = 200;

type Report = (text: string) => void;

/**
 * Reports typed text after a pause, and knows which texts of the list are its own reports that come back.
 * @param text the list's text
 */
export function createSearchReports(text: string) {
  const timer = createTimer();
  let current = text;
  let typed = text;
  /** Reported texts that have not come back yet. */
  let underWay: string[] = [];
  /** Reports what was typed at once, unless it was reported. */
  const report = (onSearch: Report) => {
    timer.stop();
    if (typed === (underWay.at(-1) ?? current)) return;
    underWay.push(typed);
    onSearch(typed);
  };
  return {
    type(next: string, onSearch: Report): void {
      typed = next;
      timer.start(() => report(onSearch), SEARCH_DELAY_MS);
    },
    report,
    /**
     * Takes the list's text after each change.
     * @returns whether it was reported before. If not, it was changed by back, forward or a link: typed text that is
     * not reported yet is dropped.
     */
    cameBack(next: string): boolean {
      current = next;
      const at = underWay.indexOf(next);
      underWay = underWay.slice(at + 1);
      if (at >= 0) return true;
      timer.stop();
      underWay = [];
      typed = next;
      return false;
    },
    stop: timer.stop,
  };
}
