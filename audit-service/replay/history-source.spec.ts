import { streams } from '@perktree/contracts/catalogue/events';
import { PROJECTIONS_TABLE } from '@perktree/contracts/catalogue/read-models';
import { inTree, payout, recorded, stored, uuid } from '@perktree/projector/testing/events';
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { auditedHistory } from '../testing/audited-history.ts';
import { storeOf } from '../testing/honest-history.ts';
import { siteHistoryOf } from './history-source.ts';

const { siteId, qrId: rootId } = inTree('root');
const { qrId } = inTree('root', 'grandchild');

/** The read models that list the streams of a site. @param projected their position; null: one of them is not live */
const readModels = (projected: string | null) =>
  ({
    query: async (text: string) => {
      if (text.includes(PROJECTIONS_TABLE)) return { rows: [{ position: projected }] };
      // Read models that are behind know no redemption and no payout yet.
      if (projected !== '100') return { rows: [] };
      if (text.includes('count(*)')) return { rows: [{ redemptions: 1 }] };
      const combining = text.includes('read_models.combined_entries') ? [{ kind: 'payouts', id: 'ben' }] : [];
      return {
        rows: [
          ...[
            { kind: 'tree', id: rootId },
            { kind: 'redemptions', id: qrId },
            { kind: 'payouts', id: 'ana' },
          ],
          ...combining,
        ],
      };
    },
  }) as unknown as Pool;

async function historyWith(maxHeld: number | undefined, upTo = 100n, pool = readModels('100')) {
  const others = auditedHistory().map((event) => ({
    ...event,
    stream: `other ${event.stream}`,
    fact: { ...event.fact, data: { ...event.fact.data, siteId: inTree('other').rootQrId } } as typeof event.fact,
  }));
  const store = storeOf([...auditedHistory(), ...others]);
  const found = [];
  for await (const page of siteHistoryOf({ store, pool }, siteId, upTo, maxHeld)) found.push(...page);
  // Read without the read models alone.
  return found
    .filter(({ type }) => type !== 'RedemptionCodeReserved')
    .map(({ position, type }) => `${position} ${type}`);
}

it('a site’s events are the same whether they are held at once or read page by page', async () => {
  const held = await historyWith(undefined);
  expect(held).toHaveLength(auditedHistory().map(stored).length - 1);
  expect(await historyWith(3)).toEqual(held);
  expect(await historyWith(0)).toEqual(held);
  expect(await historyWith(3, 6n)).toEqual(await historyWith(undefined, 6n));
});

it.each([
  ['behind', '5'],
  ['paused', null],
])('a site’s events are complete while a read model is %s', async (_, projected) => {
  expect(await historyWith(undefined, 100n, readModels(projected))).toEqual(await historyWith(undefined));
});

it('a site’s events contain sums that are in no payout yet', async () => {
  const { payoutId: _, ...place } = payout('');
  const data = { ...place, distributorId: 'ben', combinedId: uuid('sum'), amount: '1.00', entryIds: [uuid('entry')] };
  const [combined] = recorded([{ type: 'EntriesCombined', data }]);
  if (combined === undefined) throw new Error('no event');
  const stream = streams.payouts(siteId, 'ben');
  const store = storeOf([...auditedHistory(), { ...combined, stream, revision: 0, position: 50n }]);
  const found = [];
  for await (const page of siteHistoryOf({ store, pool: readModels('100') }, siteId, 100n)) found.push(...page);
  expect(found.at(-1)?.type).toBe('EntriesCombined');
});
