import { expect, it } from 'vitest';
import { Findings } from './finding.ts';
import { derivedId, OnceChecker } from './once-checker.ts';

const at = '2026-03-01T12:00:00.000Z';

/** What is found where one command appends to two streams, as when it is sent again after its answer was lost. */
function foundIn(...streams: readonly string[]): readonly string[] {
  const checker = new OnceChecker();
  return streams.flatMap((stream, index) => {
    const [type, data, position] = ['Happened', { index }, BigInt(index + 1)];
    const eventId = derivedId('event', 'command', stream, 0, at, JSON.stringify({ type, data }));
    const findings = new Findings({ eventId, position, stream, siteId: null, recordedAt: at });
    const metadata = { commandId: 'command', recordedAt: at };
    checker.check({ stream, revision: 0, position, eventId, type, data, metadata }, Date.parse(at), findings);
    return findings.all.map(({ what }) => what);
  });
}

it('lets a repeated command open the next scan, and nothing that counts a second time', () => {
  expect(foundIn('scan-1', 'scan-2')).toEqual([]);
  expect(foundIn('scan-1', 'redemptions-1')).toEqual([]);
  expect(foundIn('redemptions-1', 'redemptions-2')).toEqual(['command of an event']);
  expect(foundIn('scan-1', 'payout-1', 'scan-1')).toEqual(['command of an event']);
});
