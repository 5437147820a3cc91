import { currentVersion, isEventType } from '@perktree/contracts/events/catalogue';
import { decodeEvent } from '@perktree/contracts/events/codec';
import { withEffectiveTimes } from '@perktree/event-store/effective-time/effective-clock';
import { decodeBatch } from '@perktree/projector/engine/live/decoding';
import type { Slot } from '@perktree/projector/engine/live/fold';
import { projections } from '@perktree/projector/read-models/catalogue';
import { foldEvents, selectEvents } from '@perktree/projector/testing/fold-events';
import { describe, expect, it } from 'vitest';
import { firstVersions } from './first-versions.ts';

const events = firstVersions().map((event, n) => ({ ...event, position: BigInt(n + 1) }));

describe('a history of the first version', () => {
  it('can be decoded', () => {
    for (const event of events) {
      const { fact } = decodeEvent(event);
      expect(fact.type).toBe(event.type);
      if (isEventType(event.type) && currentVersion(event.type) === 1) expect(fact.data).toEqual(event.data);
    }
  });

  it.each(projections.map((projection) => [projection.name, projection] as const))(
    'can be projected by %s',
    (_, projection) => {
      const selection = selectEvents(projection, decodeBatch(withEffectiveTimes(events), [projection]), 0n);
      expect(selection.poison).toBeNull();
      const rows = new Map<string, Slot>();
      expect(foldEvents(projection, selection.events, rows).poison).toBeNull();
    },
  );
});
