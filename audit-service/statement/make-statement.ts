import type { EventStore } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import { followChain } from '../chain/follow-chain.ts';
import { publishHead } from '../chain/signed-heads.ts';
import type { SigningKey } from '../chain/signing-key.ts';
import { collectEvents } from './collect-events.ts';
import { entriesOf, totalsOf } from './entries-and-totals.ts';
import { proveEvents } from './prove-events.ts';
import { sealedLines } from './sealed-lines.ts';
import type { Statement, StatementAsked } from './statement.ts';

/** There is nothing at all that a statement could be about. */
export class NothingToState extends Error {
  override readonly name = 'NothingToState';
}

/**
 * Chains the newest events, signs the head, and makes a statement that stands on it.
 * @throws NothingToState, NotAsRecorded, HistoryChanged
 */
export async function makeStatement(
  asked: StatementAsked,
  options: {
    readonly store: Pick<EventStore, 'readAll'>;
    readonly pool: Pool;
    readonly key: SigningKey;
    readonly now: Date;
  },
): Promise<Statement> {
  const { store, pool, key, now } = options;
  const chained = await followChain({ store, pool });
  const head = await publishHead(pool, chained, { key, now });
  if (head === null) throw new NothingToState('There are no events yet.');
  const events = await collectEvents(store, asked, chained.position);
  const entries = entriesOf(events, asked);
  const { about, from, to } = asked;
  const statement: Omit<Statement, 'events' | 'sealed' | 'seal'> = {
    format: 'perktree-statement',
    version: 1,
    ...{ about, from, to, createdAt: now.toISOString() },
    ...{ entries, totals: totalsOf(entries, events), head, publicKey: key.publicKey },
  };
  const sealed = sealedLines(statement, events);
  const seal = key.sign(sealedText(sealed)).toString('base64');
  return { ...statement, events: await proveEvents(pool, chained, events), sealed, seal };
}

const sealedText = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
