import type { AnyEvent } from '@perktree/contracts/catalogue/events';
import { expect, it } from 'vitest';
import { inTree, recorded, uuid } from '../testing/events.ts';
import { project } from '../testing/harness.ts';
import { disputes } from './projection.ts';

const { qrId, siteId, tenantId } = inTree('root');
const note = (
  type: 'DisputeOpened' | 'DisputeAnswered' | 'DisputeClosed',
  hour: number,
): AnyEvent & { at: string } => ({
  type,
  data: { redemptionId: uuid('r1'), qrId, siteId, tenantId, noteId: uuid(`note ${hour}`), noteHash: null },
  at: `2026-03-20T${hour}:00:00.000Z`,
});

it('the read model of disputes follows a dispute from its opening to its end, and again', () => {
  const history = [
    note('DisputeOpened', 10),
    note('DisputeAnswered', 11),
    note('DisputeClosed', 12),
    note('DisputeOpened', 13),
  ];
  const states = history.map((_, n) => {
    const [row] = project(disputes, recorded(history.slice(0, n + 1))).values();
    return row?.row;
  });
  expect(states).toMatchObject([
    { state: 'open', opened_at: history[0]?.at, changed_at: history[0]?.at, notes: 1 },
    { state: 'answered', opened_at: history[0]?.at, changed_at: history[1]?.at, notes: 2 },
    { state: 'closed', opened_at: history[0]?.at, changed_at: history[2]?.at, notes: 3 },
    { state: 'open', opened_at: history[3]?.at, changed_at: history[3]?.at, notes: 4 },
  ]);
});
