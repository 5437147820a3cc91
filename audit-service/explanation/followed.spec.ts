import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { recorded, reversed, uuid } from '@perktree/projector/testing/events';
import { expect, it } from 'vitest';
import type { EntryRow } from './entry-row.ts';
import { followedBy } from './followed.ts';

const NOTE = uuid('note of r1');
const NOTHING_ELSE = { payouts: [], disputes: [], texts: new Map([[NOTE, 'wrong table']]) };

function followedOf(entry: string, tellsReasons = true) {
  const endsWaiting = { scanId: uuid('scan of r1'), entryIds: [uuid('r1 entry')] };
  const reversals = recorded([reversed('r1', 'root', { shares: [], endsWaiting })]);
  const row = { entry_id: uuid(entry), awaiting_until: '2026-03-02T12:00:00.000Z' } as EntryRow;
  const history = { reversals: reversals as readonly RecordedEvent<'RedemptionReversed'>[] };
  return followedBy({ ...NOTHING_ELSE, row, history }, tellsReasons);
}

it('a share that waited is followed by the reversal that ended its waiting', () => {
  expect(followedOf('r1 entry')).toMatchObject([
    { kind: 'reversed', at: '2026-03-01T12:00:00.000Z', position: '1', amount: null, note: 'wrong table' },
  ]);
  expect(followedOf('r1 entry', false)).toMatchObject([{ kind: 'reversed', note: null }]);
  expect(followedOf('another entry')).toEqual([]);
});
