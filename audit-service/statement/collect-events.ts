import type { RecordedEvent } from '@perktree/contracts/events/catalogue';
import { decodeEvent } from '@perktree/contracts/events/codec';
import type { EventStore, StoredEvent } from '@perktree/event-store/port';
import { wholeHistory } from '../replay/history-source.ts';
import type { StatementAsked } from './statement.ts';

const TYPES = ['BenefitRedeemed', 'RedemptionReversed', 'PayoutPaid'] as const;
export type StatementFact = RecordedEvent<(typeof TYPES)[number]>;

/** An event that a statement is about, with its number in the chain. */
export interface Collected {
  readonly number: number;
  readonly stored: StoredEvent;
  readonly recorded: StatementFact;
  readonly isInPeriod: boolean;
}

/**
 * The events that a statement stands on, in the order of the store: what was redeemed, taken back and paid in the period, and
 * for what was taken back the redemption and all earlier reversals of it.
 * @param upTo the position of the last event that a signed head covers
 */
export async function collectEvents(
  store: Pick<EventStore, 'readAll'>,
  asked: StatementAsked,
  upTo: bigint,
): Promise<readonly Collected[]> {
  const all: Collected[] = [];
  let number = 0;
  for await (const page of wholeHistory(store, upTo)) {
    for (const stored of page) {
      number += 1;
      const recorded = factOf(stored);
      if (recorded === null || !isAbout(recorded, asked)) continue;
      const at = recorded.metadata.recordedAt;
      const isInPeriod = Date.parse(at) >= Date.parse(asked.from) && Date.parse(at) < Date.parse(asked.to);
      all.push({ number, stored, recorded, isInPeriod });
    }
  }
  const takenBack = new Set(
    all.flatMap(({ recorded: { fact }, isInPeriod }) =>
      isInPeriod && fact.type === 'RedemptionReversed' ? [fact.data.redemptionId] : [],
    ),
  );
  const last = all.findLast(({ isInPeriod }) => isInPeriod)?.number ?? 0;
  return all.filter(
    ({ number: own, recorded: { fact }, isInPeriod }) =>
      isInPeriod || (own < last && fact.type !== 'PayoutPaid' && takenBack.has(fact.data.redemptionId)),
  );
}

function factOf(stored: StoredEvent): StatementFact | null {
  return TYPES.some((type) => type === stored.type) ? (decodeEvent(stored) as StatementFact) : null;
}

function isAbout({ fact: { type, data } }: StatementFact, { about: { kind, id } }: StatementAsked): boolean {
  if (kind === 'site') return data.siteId === id;
  return type === 'PayoutPaid' ? data.distributorId === id : data.shares.some(({ ownerId }) => ownerId === id);
}
