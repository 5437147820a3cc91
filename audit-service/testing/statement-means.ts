import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import { type AnyEvent, isEventType } from '@perktree/contracts/catalogue/events';
import { type Currency, toMinor } from '@perktree/contracts/kernel/money';
import type { EventStore } from '@perktree/event-store/port';
import type { OpeningBalances } from '../statement/opening-balances.ts';
import type { FindOwnStreams } from '../statement/own-streams.ts';

type Change = readonly [siteId: string, distributorId: string, currency: Currency, minor: bigint];

function changesOf({ type, data }: AnyEvent): readonly Change[] {
  if ('shares' in data) {
    const { siteId, currency, shares } = data;
    return shares.map(({ ownerId, amount }) => [siteId, ownerId, currency, toMinor(amount, currency)]);
  }
  if (type !== 'PayoutPaid' && type !== 'BalanceWrittenOff' && type !== 'PayoutReturned') return [];
  const paid = toMinor(data.amount, data.currency);
  return [[data.siteId, data.distributorId, data.currency, type === 'PayoutReturned' ? paid : -paid]];
}

/** Opening balances, computed from the events, for histories without read models. */
const openingsOf =
  (store: Pick<EventStore, 'readAll'>): OpeningBalances =>
  async ({ about }, { after }) => {
    const sums = new Map<string, bigint>();
    const add = (siteId: string, distributorId: string, currency: Currency, minor: bigint) => {
      if (about.id !== (about.kind === 'site' ? siteId : distributorId)) return;
      const key = JSON.stringify([siteId, distributorId, currency]);
      sums.set(key, (sums.get(key) ?? 0n) + minor);
    };
    for (const stored of await store.readAll(0n, 1_000_000)) {
      if (stored.position > after) break;
      if (!isEventType(stored.type)) continue;
      for (const change of changesOf(decodeEvent(stored).fact)) add(...change);
    }
    return [...sums]
      .filter(([, minor]) => minor !== 0n)
      .map(([key, minor]) => {
        const [siteId = '', distributorId = '', currency] = JSON.parse(key) as [string, string, Currency];
        return { siteId, distributorId, currency, minor };
      });
  };

/** All streams up to a position, for histories without read models. */
export const streamsOf =
  (store: Pick<EventStore, 'readAll'>, upTo: (head: bigint) => bigint = (head) => head): FindOwnStreams =>
  async () => {
    const all = await store.readAll(0n, 1_000_000);
    const completeUpTo = upTo(all.at(-1)?.position ?? 0n);
    const known = all.filter(({ position }) => position <= completeUpTo);
    return { names: [...new Set(known.map(({ stream }) => stream))], completeUpTo };
  };

/** What a statement is made with together with a database and a key, for histories without read models. */
export const statementMeans = (store: Pick<EventStore, 'readAll'>) => ({
  ...{ openings: openingsOf(store), ownStreams: streamsOf(store) },
  texts: { saltedTexts: async () => new Map() },
});
