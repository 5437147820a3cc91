import type { Check } from './evidence.ts';

/** I5: the events of a stream are numbered from 0 without gaps, and positions strictly increase. */
export const streamOrder: Check = ({ events }) => {
  const wrong: string[] = [];
  const next = new Map<string, number>();
  let last = 0n;
  for (const { stream, revision, position } of events) {
    const expected = next.get(stream) ?? 0;
    if (revision !== expected) wrong.push(`${stream} has revision ${revision} instead of ${expected}`);
    if (position <= last) wrong.push(`position ${position} of ${stream} comes after ${last}`);
    next.set(stream, revision + 1);
    last = position;
  }
  return wrong;
};
