import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSearchReports, SEARCH_DELAY_MS } from './search-field.tsx';

let reported: string[];
const onSearch = (text: string) => void reported.push(text);
beforeEach(() => {
  vi.useFakeTimers();
  reported = [];
});
afterEach(() => void vi.useRealTimers());

const pause = () => vi.advanceTimersByTime(SEARCH_DELAY_MS);

it('reports what was typed after a pause, at once on Enter, once, and not after the list is gone', () => {
  const reports = createSearchReports('');
  reports.type('a', onSearch);
  vi.advanceTimersByTime(SEARCH_DELAY_MS - 1);
  reports.type('ab', onSearch);
  vi.advanceTimersByTime(SEARCH_DELAY_MS - 1);
  expect(reported).toEqual([]);
  pause();
  expect(reported).toEqual(['ab']);
  reports.type('abc', onSearch);
  reports.report(onSearch);
  pause();
  reports.report(onSearch);
  expect(reported).toEqual(['ab', 'abc']);
  reports.type('abcd', onSearch);
  reports.type('abc', onSearch);
  pause();
  reports.type('a', onSearch);
  reports.stop();
  pause();
  expect(reported).toEqual(['ab', 'abc']);
});

it('knows its own reports when they come back, and keeps what was typed meanwhile', () => {
  const reports = createSearchReports('');
  reports.type('a', onSearch);
  pause();
  reports.type('ab', onSearch);
  expect(reports.cameBack('a')).toBe(true);
  pause();
  expect(reported).toEqual(['a', 'ab']);
});

it('takes a text from elsewhere for a change, even if it was once reported, and drops what is not reported yet', () => {
  const reports = createSearchReports('');
  reports.type('a', onSearch);
  pause();
  reports.cameBack('a');
  reports.type('ab', onSearch);
  expect(reports.cameBack('other')).toBe(false);
  expect(reports.cameBack('a')).toBe(false);
  pause();
  reports.report(onSearch);
  expect(reported).toEqual(['a']);
});
