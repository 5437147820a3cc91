import type { PublishedKey } from '@perktree/contracts/audit/chain-calls';
import { run, sql } from '@perktree/platform/postgres/sql';
import { inTransaction, type Queryable } from '@perktree/platform/postgres/transaction';
import type { Pool } from 'pg';
import type { SigningKey } from './signing-key.ts';

/** The text with which a key hands over to the next one: one fact a line. */
export const handOverText = (from: string, { keyId, publicKey, since }: HandedOver) =>
  ['perktree-key-hand-over-1', from, keyId, publicKey, since, ''].join('\n');
type HandedOver = Pick<PublishedKey, 'keyId' | 'publicKey' | 'since'>;

export const revocationText = (keyId: string, { at, reason, by }: { at: string; reason: string; by: string }) =>
  ['perktree-key-revocation-1', keyId, at, reason, by, ''].join('\n');

/** A key signs nothing any more, because it was replaced or revoked; or it cannot be replaced or revoked so. */
export class KeyNotInUse extends Error {
  override readonly name = 'KeyNotInUse';
}

/** SQL of a signature in base64, in one line. */
export const base64Sql = (bytes: string) => `translate(encode(${bytes}, 'base64'), E'\\n', '')`;
const isoSql = (time: string) => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The key in use first. */
export async function publishedKeys(db: Queryable): Promise<readonly PublishedKey[]> {
  const { rows } = await db.query<PublishedKey>(
    `SELECT key_id AS "keyId", public_key AS "publicKey", ${isoSql('k.since')} AS since, ${isoSql('k.until')} AS until,
       CASE WHEN handed_over_by IS NOT NULL
         THEN json_build_object('from', handed_over_by, 'signature', ${base64Sql('hand_over')}) END AS "handOver",
       CASE WHEN revoked_at IS NOT NULL THEN json_build_object('at', ${isoSql('revoked_at')}, 'reason', revocation_reason,
         'by', revoked_by, 'signature', ${base64Sql('revocation')}) END AS revoked
     FROM audit.signing_keys AS k ORDER BY k.since DESC, k.until DESC NULLS FIRST`,
  );
  return rows;
}

/** Why a key may not sign at a time; null: it may. */
export function misuse(
  { keyId, since, until, handOver, revoked }: Omit<PublishedKey, 'publicKey'>,
  at: string,
): string | null {
  if (handOver && at < since) return `the key ${keyId} is in use since ${since}`;
  if (until !== null && at > until) return `the key ${keyId} was replaced at ${until}`;
  if (revoked && at >= revoked.at) return `the key ${keyId} was revoked at ${revoked.at}: ${revoked.reason}`;
  return null;
}

/** @throws KeyNotInUse where a key was replaced or revoked before */
export async function refuseEnded(db: Queryable, keyId: string, now: Date): Promise<void> {
  const key = (await publishedKeys(db)).find((each) => each.keyId === keyId);
  const why = key ? misuse(key, now.toISOString()) : null;
  if (why !== null) throw new KeyNotInUse(`Nothing is signed: ${why}.`);
}

/** Publishes a key that signs for the first time, without a hand-over. */
async function publishKey(db: Queryable, { keyId, publicKey }: SigningKey, since: Date): Promise<void> {
  await run(
    db,
    'INSERT INTO audit.signing_keys (key_id, public_key, since) VALUES (:keyId, :publicKey, :since) ON CONFLICT DO NOTHING',
    { keyId, publicKey, since },
  );
}

/**
 * Lets a key sign that the next one takes over from it, from now on.
 * @throws KeyNotInUse where the old one has ended, or the next one was used before
 */
export async function handOverKey(pool: Pool, from: SigningKey, to: SigningKey, now: Date): Promise<PublishedKey> {
  return inTransaction(pool, async (db) => {
    await db.query('LOCK TABLE audit.signing_keys IN SHARE ROW EXCLUSIVE MODE');
    await refuseEnded(db, from.keyId, now);
    const keys = await publishedKeys(db);
    if (keys.some(({ keyId }) => keyId === to.keyId)) {
      throw new KeyNotInUse(`The key ${to.keyId} was used before. Create a new one.`);
    }
    const next = { keyId: to.keyId, publicKey: to.publicKey, since: now.toISOString() };
    const signature = from.sign(handOverText(from.keyId, next));
    await publishKey(db, from, now);
    await run(db, sql('audit.signing_keys').where({ key_id: from.keyId }).update({ until: now }));
    const row = { key_id: to.keyId, public_key: to.publicKey, since: now, handed_over_by: from.keyId };
    await run(db, sql('audit.signing_keys').insert({ ...row, hand_over: signature }));
    return {
      ...next,
      until: null,
      handOver: { from: from.keyId, signature: signature.toString('base64') },
      revoked: null,
    };
  });
}

/**
 * Revokes a published key: what it signed from a time on does not count.
 * @param revocation `at`: ISO 8601 UTC; `reason`: one line
 * @throws KeyNotInUse where the key is unknown, revoked already, or the one that signs the revocation
 */
export async function revokeKey(
  pool: Pool,
  keyId: string,
  options: { readonly at: string; readonly reason: string; readonly by: SigningKey; readonly now: Date },
): Promise<void> {
  const { at, reason, by, now } = options;
  await inTransaction(pool, async (db) => {
    await refuseEnded(db, by.keyId, now);
    if (keyId === by.keyId) {
      throw new KeyNotInUse(`The key ${keyId} is in use, and no key revokes itself. Rotate it first.`);
    }
    await publishKey(db, by, now);
    const signature = by.sign(revocationText(keyId, { at, reason, by: by.keyId }));
    const published = sql('audit.signing_keys').where({ key_id: keyId, revoked_at: null });
    const revoked = { revoked_at: at, revocation_reason: reason, revoked_by: by.keyId, revocation: signature };
    const { rowCount } = await run(db, published.update(revoked));
    if (rowCount === 0) throw new KeyNotInUse(`No key ${keyId} is published that is not revoked yet.`);
  });
}
