import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSearchReports, SEARCH_DELAY_MS } from './search-field.tsx';

let reported: string[];
const onSearch = (text: string) => void reported.push(text);
beforeEach(() => {
  vi.useFakeTimers();
  reported = [];
});
afterEach(() => {
  vi.useRealTimers();
});

const pause = () => vi.advanceTimersByTime(SEARCH_DELAY_MS);

it('reports what was typed after a pause', () => {
  const reports = createSearchReports('');
  reports.type('a', onSearch);
  vi.advanceTimersByTime(SEARCH_DELAY_MS - 1);
  reports.type('ab', onSearch);
  vi.advanceTimersByTime(SEARCH_DELAY_MS - 1);
  expect(reported).toEqual([]);
  pause();
  expect(reported).toEqual(['ab']);
});

it('reports at once on Enter, and not again after the pause or when the focus leaves', () => {
  const reports = createSearchReports('');
  reports.type('ab', onSearch);
  reports.report(onSearch);
  pause();
  reports.report(onSearch);
  expect(reported).toEqual(['ab']);
});

it('reports nothing when the field is left as it was', () => {
  const reports = createSearchReports('ab');
  reports.type('abc', onSearch);
  reports.type('ab', onSearch);
  pause();
  reports.report(onSearch);
  expect(reported).toEqual([]);
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

it('drops what is not reported yet when back, forward or a link changes the text', () => {
  const reports = createSearchReports('');
  reports.type('a', onSearch);
  pause();
  reports.cameBack('a');
  reports.type('ab', onSearch);
  expect(reports.cameBack('other')).toBe(false);
  pause();
  reports.report(onSearch);
  expect(reported).toEqual(['a']);
});

it('takes a text from elsewhere for a change, even if it was once reported', () => {
  const reports = createSearchReports('');
  reports.type('a', onSearch);
  pause();
  reports.cameBack('a');
  reports.cameBack('');
  expect(reports.cameBack('a')).toBe(false);
});

it('reports nothing after the list is gone', () => {
  const reports = createSearchReports('');
  reports.type('a', onSearch);
  reports.stop();
  pause();
  expect(reported).toEqual([]);
});
