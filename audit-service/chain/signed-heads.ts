import type { PublishedKey, SignedHead } from '@perktree/contracts/audit/chain-calls';
import { run } from '@perktree/platform/postgres/sql';
import type { Pool } from 'pg';
import type { ChainHead } from './follow-chain.ts';
import { rootsAt } from './segments.ts';
import { isSignedBy, type SigningKey } from './signing-key.ts';
import { base64Sql, refuseEnded } from './signing-keys.ts';

/** The signed text: one fact a line, so a verifier needs no canonical JSON. */
export function signedText(head: Omit<SignedHead, 'keyId' | 'signature'>): string {
  const { events, position, chain, root, parts, signedAt } = head;
  const [form, ...hashes] = parts === null ? [1, chain, root] : [2, chain, root, parts];
  return [`perktree-chain-head-${form}`, events, position, ...hashes, signedAt, ''].join('\n');
}

/** A head as lines of text: those that are signed, then the key and the signature. Witnesses and time stamps are about this text. */
export const headFile = (head: SignedHead) => `${signedText(head)}${head.keyId}\n${head.signature}\n`;

export function isGenuine({ signature, ...head }: SignedHead, { publicKey }: Pick<PublishedKey, 'publicKey'>): boolean {
  return isSignedBy(publicKey, signedText(head), Buffer.from(signature, 'base64'));
}

/** The events of a signed head now chain to another hash: the record of them was changed. */
export class SignedHistoryChanged extends Error {
  override readonly name = 'HistoryChanged';
}

/**
 * Signs a head and publishes it once. @returns null while there is nothing to sign
 * @throws HistoryChanged, KeyNotInUse
 */
export async function publishHead(
  pool: Pool,
  { events, position, chain, root, parts }: ChainHead,
  { key, now }: { readonly key: SigningKey; readonly now: Date },
): Promise<SignedHead | null> {
  if (events === 0) return null;
  const { keyId, publicKey } = key;
  const before = (await newestHeads(pool, 1)).find((each) => each.events === events && each.keyId === keyId);
  const hashes = { chain: chain.toString('hex'), root: root.toString('hex'), parts: parts?.toString('hex') ?? null };
  if (before && before.chain !== hashes.chain) {
    throw new SignedHistoryChanged(`The ${events} events signed at ${before.signedAt} chain to another hash now.`);
  }
  if (before && before.parts !== null && before.parts !== hashes.parts) {
    throw new SignedHistoryChanged(
      `The parts of the ${events} events signed at ${before.signedAt} have another root now.`,
    );
  }
  if (before && before.parts === hashes.parts) return before;
  const earlier = await newestHeadOf(pool, keyId);
  if (earlier !== null && !(await fitsRecord(pool, earlier))) {
    throw new SignedHistoryChanged(
      `What was recorded of the ${earlier.events} events signed at ${earlier.signedAt} has changed.`,
    );
  }
  await refuseEnded(pool, keyId, now);
  const signedAt = now.toISOString();
  const facts = { events, position: position.toString(), ...hashes, signedAt };
  const signature = key.sign(signedText(facts));
  await run(
    pool,
    `WITH known AS (INSERT INTO audit.signing_keys (key_id, public_key, since) VALUES (:keyId, :publicKey, :signedAt::text::timestamptz) ON CONFLICT DO NOTHING)
     INSERT INTO audit.signed_heads (events, position, chain, root, signed_at, key_id, signature, parts)
     VALUES (:events, :position, :chain, :root, :signedAt::text, :keyId, :signature, :parts) ON CONFLICT DO NOTHING`,
    { events, position: facts.position, chain, root, signedAt, keyId, signature, publicKey, parts },
  );
  return { ...facts, keyId, signature: signature.toString('base64') };
}

const COLUMNS = `events::float8 AS events, position::text AS position, encode(chain, 'hex') AS chain,
  encode(root, 'hex') AS root, encode(parts, 'hex') AS parts, signed_at AS "signedAt", key_id AS "keyId",
  ${base64Sql('signature')} AS signature`;

/** The newest first; of those of the same events, one that was signed with their parts. Null: any. */
async function heads(
  pool: Pool,
  of: { readonly events?: number; readonly keyId?: string | null; readonly limit?: number },
): Promise<readonly SignedHead[]> {
  const { events = null, keyId = null, limit = null } = of;
  const { rows } = await pool.query<SignedHead>(
    `SELECT ${COLUMNS} FROM audit.signed_heads AS h
     WHERE ($1::bigint IS NULL OR h.events = $1) AND ($2::text IS NULL OR key_id = $2)
     ORDER BY h.events DESC, h.parts IS NULL, signed_at DESC LIMIT $3`,
    [events, keyId, limit],
  );
  return rows;
}

export const newestHeads = (pool: Pool, limit: number) => heads(pool, { limit });

/** The newest one that a key has signed; null: none. */
export const newestHeadOf = async (pool: Pool, keyId: string) => (await heads(pool, { keyId, limit: 1 }))[0] ?? null;

/** The head of a number of events: of several, the one that was signed with parts, or last; null: none. @param keyId default: any key */
export const headOf = async (pool: Pool, events: number, keyId: string | null = null) =>
  (await heads(pool, { events, keyId, limit: 1 }))[0] ?? null;

export const allHeads = async (pool: Pool): Promise<readonly SignedHead[]> => (await heads(pool, {})).toReversed();

/** Whether the record still leads to the roots that were signed. */
export async function fitsRecord(pool: Pool, head: Pick<SignedHead, 'events' | 'root' | 'parts'>): Promise<boolean> {
  const { root, parts } = await rootsAt(pool, head.events);
  return root.toString('hex') === head.root && (head.parts === null || parts?.toString('hex') === head.parts);
}
