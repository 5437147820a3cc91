import { fenceStatement } from '@perktree/projector/fence';
import { Pipeline } from '@perktree/projector/pipeline';
import { describe, expect, it } from 'vitest';
import { pointsOf, textOf } from './kill-points.ts';

describe('the statements around which a process dies', () => {
  it('are those that the product makes', () => {
    const fence = fenceStatement({ name: 'all', token: 1n, ttlMs: 1 }, [], { position: 7n, eventId: 'e' });
    expect(pointsOf(textOf(new Pipeline([fence], () => {})))).toEqual(['before-checkpoint', 'after-checkpoint']);
    const batch = { text: 'SELECT * FROM event_store.append_batch($1, $2)', values: [] };
    expect(pointsOf(textOf(batch))).toEqual(['before-commit', 'after-commit']);
    expect(pointsOf(textOf('SELECT 1'))).toBeNull();
  });
});
