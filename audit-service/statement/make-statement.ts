import type { NoteTexts } from '@perktree/contracts/account/account-store';
import type { SignedHead } from '@perktree/contracts/audit/chain-calls';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import type { EventStore } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import { followChain } from '../chain/follow-chain.ts';
import { readPartsSecret } from '../chain/parts-hash.ts';
import { fitsRecord, publishHead } from '../chain/signed-heads.ts';
import type { SigningKey } from '../chain/signing-key.ts';
import { effectiveClock, spanOf } from '../effective-clock.ts';
import { type Collected, collectEvents, NotAsRecorded } from './collect-events.ts';
import { entriesOf, statementTotalsOf } from './entries-and-totals.ts';
import { CLOCK_BOUND_SECONDS, DOES_NOT_PROVE } from './limits.ts';
import type { OpeningBalances } from './opening-balances.ts';
import type { FindOwnStreams } from './own-streams.ts';
import { type Proven, proveOwnParts, proveWhole } from './prove-events.ts';
import { sealed } from './seal.ts';
import type { DisclosedEvent, MadeStatement, MovedEvent, ProvenEvent, ShownText, StatementAsked } from './statement.ts';

/**
 * The references of paid payouts and their corrections, with the salt that ties each to the hash in its event (docs/decisions/0072-what-events-prove.md).
 * Erased ones are left out, and so are those whose event was recorded before there were hashes.
 */
async function shownTexts(
  { saltedTexts }: Pick<NoteTexts, 'saltedTexts'>,
  events: readonly Collected[],
): Promise<readonly ShownText[]> {
  const noted = events.flatMap(({ number, recorded: { fact } }) => {
    if (fact.type !== 'PayoutPaid' && fact.type !== 'PayoutReferenceCorrected') return [];
    const { noteId, noteHash } = fact.data;
    return noteId === null || noteHash === null ? [] : { number, noteId };
  });
  const texts = await saltedTexts(noted.map(({ noteId }) => noteId));
  return noted.flatMap(({ number, noteId }) => {
    const { text = null, salt = null } = texts.get(noteId) ?? {};
    return text === null || salt === null ? [] : { number, text, salt };
  });
}

/** No signed head covers the period yet. */
export class NothingToState extends Error {
  override readonly name = 'NothingToState';
}

interface Means {
  readonly store: Pick<EventStore, 'readAll' | 'readStream' | 'readSince'>;
  readonly pool: Pool;
  readonly key: SigningKey;
  readonly now: Date;
  readonly openings: OpeningBalances;
  readonly ownStreams: FindOwnStreams;
  readonly texts: Pick<NoteTexts, 'saltedTexts'>;
}

/**
 * Chains the newest events, signs the head, and makes a statement that stands on it.
 * @throws NothingToState, NotAsRecorded, HistoryChanged, BalancesBehind
 */
export async function makeStatement(asked: StatementAsked, means: Means): Promise<MadeStatement> {
  const chained = await followChain(means);
  const head = await publishHead(means.pool, chained, means);
  if (head === null) throw new NothingToState('There are no events yet.');
  return statementOn(head, asked, means);
}

/**
 * A statement that stands on a head that was signed before; it writes nothing. A period that is not over ends now, and the
 * statement says that it is not final. Callers refuse a period of the future.
 * @throws NothingToState, NotAsRecorded, BalancesBehind
 */
export async function statementOn(head: SignedHead, wanted: StatementAsked, means: Means): Promise<MadeStatement> {
  const { key, now, pool } = means;
  const createdAt = now.toISOString();
  const isRunning = wanted.isRunning ?? wanted.to >= createdAt;
  const asked = { ...wanted, to: wanted.to < createdAt ? wanted.to : createdAt };
  if (!(await fitsRecord(pool, head))) throw new NotAsRecorded('The record that the signed head stands on');
  const clock = effectiveClock(means);
  const span = await spanOf(clock, asked, BigInt(head.position));
  const events = await collectEvents({ ...means, clock }, asked, span, BigInt(head.position));
  const entries = entriesOf(events, asked);
  const proven = await prove(head, asked, means, events);
  const { about, from, to, timeZone = UTC, predecessor = null } = asked;
  const statement = {
    ...({ format: 'perktree-statement', version: 7 } as const),
    about,
    from,
    to,
    timeZone,
    createdAt,
    until: isRunning ? head.position : null,
    predecessor,
    clocks: { boundSeconds: CLOCK_BOUND_SECONDS, moved: movedIn(events) },
    doesNotProve: DOES_NOT_PROVE,
    ...proven,
    texts: await shownTexts(means.texts, events),
    totals: statementTotalsOf(await means.openings(asked, span), events, asked),
    head,
    publicKey: key.publicKey,
  };
  return { ...sealed(statement, key), entries };
}

/** Events that count later than their own clock by more than the bound. */
function movedIn(events: readonly Collected[]): readonly MovedEvent[] {
  return events.flatMap(({ number, at, recorded: { metadata } }) => {
    const { recordedAt } = metadata;
    const isMoved = Date.parse(at) - Date.parse(recordedAt) > CLOCK_BOUND_SECONDS * 1_000;
    return isMoved ? { number, at, recordedAt } : [];
  });
}

async function prove(
  head: SignedHead,
  { about }: StatementAsked,
  { pool }: Means,
  events: readonly Collected[],
): Promise<Proven<ProvenEvent> | Proven<DisclosedEvent>> {
  if (about.kind === 'site') return proveWhole(pool, head.events, events);
  const secret = await readPartsSecret(pool);
  if (head.parts === null || secret === null) {
    throw new NothingToState(
      'The newest head was signed without parts of events; npm run perktree -- chain verify says why.',
    );
  }
  return proveOwnParts(pool, head.events, events, { distributorId: about.id, secret });
}
