import { appendNextStatement } from '@perktree/event-store/postgres/append-next';
import { advanceStatement } from '@perktree/projector/engine/leases/fence';
import { Pipeline } from '@perktree/projector/engine/tables/pipeline';
import { describe, expect, it } from 'vitest';
import { pointsOf, textOf } from './kill-points.ts';

describe('kill points', () => {
  it('match the statements of the product', () => {
    const lease = { name: 'all', token: 1n, ttlMs: 1 };
    const how = { announces: 'both', isDurable: true } as const;
    const fence = advanceStatement(lease, [], { position: 7n, eventId: 'e' }, how);
    const checkpoint = { before: 'before-checkpoint', after: 'after-checkpoint' };
    const commit = { before: 'before-commit', after: 'after-commit' };
    expect(pointsOf(textOf(new Pipeline([fence], () => {})))).toEqual([checkpoint]);
    const both = [appendNextStatement({ position: 0n, eventId: null }, []), fence];
    expect(pointsOf(textOf(new Pipeline(both, () => {})))).toEqual([commit, checkpoint]);
    const batch = { text: 'SELECT * FROM event_store.append_batch($1, $2)', values: [] };
    expect(pointsOf(textOf(batch))).toEqual([commit]);
    expect(pointsOf(textOf('SELECT 1'))).toEqual([]);
  });
});
