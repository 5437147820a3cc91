import { HOUR_MS } from '@perktree/contracts/kernel/durations';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuditDatabase, openAuditDatabase } from '../testing/audit-database.ts';
import { headFindings } from './head-findings.ts';
import { signedText } from './signed-heads.ts';
import { newPrivateKey, readSigningKey, type SigningKey } from './signing-key.ts';
import { handOverKey, publishedKeys, refuseEnded, revokeKey } from './signing-keys.ts';

const hour = (n: number) => new Date(Date.UTC(2026, 4, 10) + n * HOUR_MS);
const at = (n: number) => hour(n).toISOString();
const newKey = () => readSigningKey(newPrivateKey());

let database: AuditDatabase | undefined;
let [first, second, third]: SigningKey[] = [];
let keys: [SigningKey, SigningKey, SigningKey];
beforeEach(async () => {
  await database?.close();
  database = await openAuditDatabase();
  keys = [newKey(), newKey(), newKey()];
  [first, second, third] = keys;
  await handOverKey(database.pool, keys[0], keys[1], hour(1));
  await handOverKey(database.pool, keys[1], keys[2], hour(2));
});
afterAll(() => database?.close());
const pool = () => (database as AuditDatabase).pool;

const headOf = (key: SigningKey, signedAt: string, events = 10) => {
  const facts = { events, position: `${events}`, chain: 'ab'.repeat(32), root: 'cd'.repeat(32), parts: null, signedAt };
  return { ...facts, keyId: key.keyId, signature: key.sign(signedText(facts)).toString('base64') };
};
const found = async (...heads: ReturnType<typeof headOf>[]) =>
  headFindings(await publishedKeys(pool()), heads, []).map(({ kind, message }) => `${kind}: ${message}`);

describe('keys that take over', () => {
  it('have dates, and the signature of the key before', async () => {
    const published = await publishedKeys(pool());
    expect(published.map(({ keyId, since, until, handOver }) => [keyId, since, until, handOver?.from])).toEqual([
      [third?.keyId, at(2), null, second?.keyId],
      [second?.keyId, at(1), at(2), first?.keyId],
      [first?.keyId, at(1), at(1), undefined],
    ]);
    expect(await found(headOf(keys[0], at(0)), headOf(keys[1], at(2)), headOf(keys[2], at(3)))).toEqual([]);
  });

  it('end those before: these sign nothing any more, and what they sign is named', async () => {
    await expect(refuseEnded(pool(), keys[1].keyId, hour(3))).rejects.toThrow(`was replaced at ${at(2)}`);
    expect(await found(headOf(keys[1], at(3)))).toEqual([
      `key: The head of 10 events was signed at ${at(3)}, but the key ${keys[1].keyId} was replaced at ${at(2)}.`,
    ]);
    expect(await found(headOf(keys[2], at(0)))).toEqual([expect.stringContaining(`in use since ${at(2)}`)]);
  });

  it('are refused from an ended key, and to a key that was used before', async () => {
    await expect(handOverKey(pool(), keys[0], newKey(), hour(3))).rejects.toThrow('was replaced');
    await expect(handOverKey(pool(), keys[2], keys[0], hour(3))).rejects.toThrow('was used before');
  });

  it.each([
    ['another public key', 'public_key', `'${newKey().publicKey}'`],
    ['another date', 'since', `'${at(0)}'`],
    ['another signature', 'hand_over', `decode('${'ab'.repeat(64)}', 'hex')`],
    ['itself as predecessor', 'handed_over_by', 'key_id'],
  ])('are named with %s', async (_, column, value) => {
    await pool().query(`UPDATE audit.signing_keys SET ${column} = ${value} WHERE key_id = $1`, [keys[1].keyId]);
    expect(await found()).toContainEqual(expect.stringContaining(`key: The key ${keys[1].keyId} is not signed by`));
  });
});

describe('a revoked key', () => {
  beforeEach(() => revokeKey(pool(), keys[1].keyId, { at: at(1.5), reason: 'stolen', by: keys[2], now: hour(4) }));

  it('counts for what it signed before', async () => {
    expect(await found(headOf(keys[1], at(1)))).toEqual([]);
    expect(await found(headOf(keys[1], at(1.5)))).toEqual([expect.stringContaining('was revoked at')]);
    expect(await found(headOf(keys[1], at(2)))).toEqual([
      `key: The head of 10 events was signed at ${at(2)}, but the key ${keys[1].keyId} was revoked at ${at(1.5)}: stolen.`,
    ]);
  });

  it('is revoked once, by another key that is in use', async () => {
    const revoke = (keyId: string, by: SigningKey) =>
      revokeKey(pool(), keyId, { at: at(4), reason: 'again', by, now: hour(4) });
    await expect(revoke(keys[1].keyId, keys[2])).rejects.toThrow('not revoked yet');
    await expect(revoke(keys[2].keyId, keys[2])).rejects.toThrow('no key revokes itself');
    await expect(revoke(keys[0].keyId, keys[1])).rejects.toThrow('was replaced');
  });

  it.each([
    ['another reason', `revocation_reason = 'lost'`],
    ['another date', `revoked_at = '2026-05-11'`],
    ['another signer', 'revoked_by = handed_over_by'],
  ])('is named where the record says %s', async (_, change) => {
    await pool().query(`UPDATE audit.signing_keys SET ${change} WHERE revoked_at IS NOT NULL`);
    expect(await found()).toContainEqual(expect.stringContaining('key: The revocation of the key'));
  });
});
