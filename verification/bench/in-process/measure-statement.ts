import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { followChain } from '@perktree/audit-service/chain/follow-chain';
import { publishHead } from '@perktree/audit-service/chain/signed-heads';
import { newPrivateKey, readSigningKey } from '@perktree/audit-service/chain/signing-key';
import { statementOn } from '@perktree/audit-service/statement/make-statement';
import { CLOCK_MARKS_TABLE, READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';
import { streams } from '@perktree/contracts/catalogue/streams';
import { canonicalJson } from '@perktree/contracts/kernel/strict-json';
import { clockMarksIn, createClockMarksSql } from '@perktree/event-store/effective-time/clock-marks-table';
import { EffectiveClock } from '@perktree/event-store/effective-time/effective-clock';
import type { EventStore } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import { qrIdOf, SITE_ID } from '../data/business.ts';
import type { StatementOrder, StatementResult } from './order.ts';

/** Times a statement of a site over all events of a store, whose chain and clock marks were recorded before. */
export async function measureStatement(
  store: EventStore,
  pool: Pool,
  { trees, file: path }: StatementOrder,
): Promise<StatementResult> {
  const key = readSigningKey(newPrivateKey());
  const now = new Date();
  const head = await publishHead(pool, await followChain({ store, pool }), { key, now });
  if (head === null) throw new Error('The store has no events.');
  await markClocks(store, pool, now);
  const names = Array.from({ length: trees }, (_, tree) => streams.redemptions(qrIdOf(tree)));
  const means = {
    ...{ store, pool, key, now, openings: async () => [], texts: { saltedTexts: async () => new Map() } },
    ownStreams: async () => ({ names, completeUpTo: BigInt(head.position) }),
  };
  const about = { kind: 'site', id: SITE_ID } as const;
  const asked = { about, from: new Date(0).toISOString(), to: now.toISOString() };
  const start = performance.now();
  const { statement, file } = await statementOn(head, asked, means);
  const text = canonicalJson(file);
  const compressed = gzipSync(text);
  const madeMs = performance.now() - start;
  writeFileSync(path, compressed);
  return {
    ...{ madeMs, events: statement.events.length, proofHashes: statement.proof.length },
    ...{ bytes: text.length, compressedBytes: compressed.length },
  };
}

/** As the projector does while it follows the events. */
async function markClocks(store: EventStore, pool: Pool, now: Date): Promise<void> {
  await pool.query(`CREATE SCHEMA IF NOT EXISTS ${READ_MODEL_SCHEMA}`);
  await pool.query(createClockMarksSql(CLOCK_MARKS_TABLE));
  const clock = new EffectiveClock(store, clockMarksIn(pool, CLOCK_MARKS_TABLE, { writes: true }));
  await clock.positionBefore(now.toISOString());
}
