import { createHmac, hkdfSync } from 'node:crypto';
import type { ApiKeySecrets, KnownKey } from '@perktree/contracts/api-key/secrets';
import { MINUTE_MS } from '@perktree/contracts/kernel/durations';
import { run, sql } from '@perktree/platform/postgres/sql';
import type { Pool } from 'pg';

const KEY_BYTES = 32;
/** Last use of a key is recorded at most this often. */
const NOTE_EVERY_MS = MINUTE_MS;

interface KeyRow extends Omit<KnownKey, 'createdAt' | 'lastUsedAt'> {
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** Names, hashes and networks of API keys (contracts/api-key/secrets.ts), on Postgres. */
export function createApiKeySecrets(pool: Pool, installationSecret: string): ApiKeySecrets {
  const derivingKey = Buffer.from(
    hkdfSync('sha256', installationSecret, '', 'perktree keys of paired devices', KEY_BYTES),
  );
  return {
    derive: (text) => createHmac('sha256', derivingKey).update(text).digest(),
    // An address with the length of its network, such as 192.168.1.10/24, stands for the network.
    async rememberKey({ keyId, tenantId, name, secret, ipRanges, createdAt }) {
      await run(
        pool,
        `INSERT INTO identity.api_keys (key_id, tenant_id, owner_id, name, key_hash, prefix, ip_ranges, created_at)
         SELECT :keyId, :tenantId, owner_id, :name, :hash, :prefix, ARRAY(SELECT network(range::inet) FROM unnest(:ipRanges::text[]) range), :createdAt
         FROM identity.tenants WHERE id = :tenantId
         ON CONFLICT (key_id) DO UPDATE SET key_hash = EXCLUDED.key_hash, prefix = EXCLUDED.prefix`,
        { keyId, tenantId, name, hash: secret?.hash ?? null, prefix: secret?.prefix ?? null, ipRanges, createdAt },
      );
    },
    async nameOfKey(keyId) {
      const query = sql('identity.api_keys').where({ key_id: keyId }).select('name');
      const { rows } = await run<{ name: string }>(pool, query);
      return rows[0]?.name ?? null;
    },
    async findKey(hash) {
      const { rows } = await pool.query<{ keyId: string; tenantId: string; ipRanges: string[]; isLocked: boolean }>({
        name: 'identity-api-key',
        text: `SELECT key_id AS "keyId", k.tenant_id AS "tenantId", ip_ranges::text[] AS "ipRanges",
                 EXISTS (SELECT 1 FROM identity.tenants t JOIN identity.users u ON u.id = t.owner_id
                   WHERE t.id = k.tenant_id AND u.locked_at IS NOT NULL) AS "isLocked"
               FROM identity.api_keys k WHERE key_hash = $1`,
        values: [hash],
      });
      return rows[0] ?? null;
    },
    async keysOf(tenantId) {
      const { rows } = await pool.query<KeyRow>(
        `SELECT key_id AS "keyId", name, COALESCE(prefix, '') AS prefix, ip_ranges::text[] AS "ipRanges",
           created_at AS "createdAt", last_used_at AS "lastUsedAt" FROM identity.api_keys
         WHERE tenant_id = $1 ORDER BY created_at DESC, key_id`,
        [tenantId],
      );
      return rows.map((row) => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
        lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      }));
    },
    async noteUse(keyId, now) {
      await pool.query({
        name: 'identity-api-key-use',
        text: `UPDATE identity.api_keys SET last_used_at = $2
               WHERE key_id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)`,
        values: [keyId, now, new Date(now.getTime() - NOTE_EVERY_MS)],
      });
    },
  };
}
