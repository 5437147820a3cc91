import type { SignedHead } from '@perktree/contracts/http/audit-chain';
import { UTC } from '@perktree/contracts/time-zone-name';
import type { EventStore } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import { followChain } from '../chain/follow-chain.ts';
import { readPartsSecret } from '../chain/parts-secret.ts';
import { fitsRecord, publishHead } from '../chain/signed-heads.ts';
import type { SigningKey } from '../chain/signing-key.ts';
import { effectiveClock, spanOf } from '../effective-clock.ts';
import { type Collected, collectEvents } from './collect-events.ts';
import { entriesOf, totalsOf } from './entries-and-totals.ts';
import { NotAsRecorded } from './not-as-recorded.ts';
import type { OpeningBalances } from './opening-balances.ts';
import type { FindOwnStreams } from './own-streams.ts';
import { type Proven, proveOwnParts, proveWhole } from './prove-events.ts';
import { sealedLines, sealedText } from './sealed-lines.ts';
import type { DisclosedEvent, ProvenEvent, Statement, StatementAsked } from './statement.ts';

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
}

/**
 * Chains the newest events, signs the head, and makes a statement that stands on it.
 * @throws NothingToState, NotAsRecorded, HistoryChanged, BalancesBehind
 */
export async function makeStatement(asked: StatementAsked, means: Means): Promise<Statement> {
  const chained = await followChain(means);
  const head = await publishHead(means.pool, chained, means);
  if (head === null) throw new NothingToState('There are no events yet.');
  return statementOn(head, asked, means);
}

/**
 * A statement that stands on a head that was signed before; it writes nothing.
 * @throws NothingToState, NotAsRecorded, BalancesBehind
 */
export async function statementOn(head: SignedHead, asked: StatementAsked, means: Means): Promise<Statement> {
  const { key, now, pool } = means;
  if (!(await fitsRecord(pool, head))) throw new NotAsRecorded('The record that the signed head stands on');
  const clock = effectiveClock(means);
  const span = await spanOf(clock, asked, BigInt(head.position));
  const events = await collectEvents({ ...means, clock }, asked, span, BigInt(head.position));
  const entries = entriesOf(events, asked);
  const proven = await prove(head, asked, means, events);
  const { about, from, to, timeZone = UTC } = asked;
  const unsealed = {
    ...({ format: 'perktree-statement', version: 6 } as const),
    ...{ about, from, to, timeZone, createdAt: now.toISOString(), events: proven.events },
    ...{
      entries,
      totals: totalsOf(await means.openings(asked, span), entries, events),
      head,
      publicKey: key.publicKey,
    },
  };
  const sealed = sealedLines(unsealed, proven.hashes);
  return { ...unsealed, sealed, seal: key.sign(sealedText(sealed)).toString('base64') };
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
