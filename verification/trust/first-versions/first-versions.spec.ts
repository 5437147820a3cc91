import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import { isEventType } from '@perktree/contracts/catalogue/events';
import { currentVersion } from '@perktree/contracts/catalogue/upcasters';
import { withEffectiveTimes } from '@perktree/event-store/effective-time/effective-clock';
import { projections } from '@perktree/projector/catalogue';
import { decodeBatch } from '@perktree/projector/engine/live/decoding';
import type { Slot } from '@perktree/projector/engine/live/fold';
import type { Projection } from '@perktree/projector/engine/live/projection';
import { foldEvents, selectEvents } from '@perktree/projector/testing/fold-events';
import { describe, expect, it } from 'vitest';
import { firstVersions, untilVersion010 } from './first-versions.ts';

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
      expect(rowsOf(projection, firstVersions())).not.toBeNull();
    },
  );
});

/** An installation keeps the rows that an earlier version computed, so other rows need another version of their read model. */
describe('the rows of events until version 0.1.0', () => {
  it.each(projections.map((projection) => [projection.name, projection] as const))(
    'are those that this version of %s always had: else raise its version',
    async (name, projection) => {
      const rows = rowsOf(projection, untilVersion010()).map((row) => `${inColumnOrder(row)}\n`);
      await expect(rows.sort().join('')).toMatchFileSnapshot(`rows/${name}.v${projection.version}.jsonl`);
    },
  );
});

/** As JSON. The order of a row's properties is no part of it. */
const inColumnOrder = (row: unknown) =>
  JSON.stringify(Object.fromEntries(Object.entries(row as object).sort()), (_key, value) =>
    typeof value === 'bigint' ? `${value}` : value,
  );

function rowsOf(projection: Projection, history: ReturnType<typeof firstVersions>): readonly unknown[] {
  const events = history.map((event, n) => ({ ...event, position: BigInt(n + 1) }));
  const selection = selectEvents(projection, decodeBatch(withEffectiveTimes(events), [projection]), 0n);
  expect(selection.poison).toBeNull();
  const slots = new Map<string, Slot>();
  expect(foldEvents(projection, selection.events, slots).poison).toBeNull();
  return [...slots.values()].flatMap(({ row }) => (row === null ? [] : [row]));
}
