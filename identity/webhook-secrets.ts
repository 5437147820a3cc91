import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto';
import type { WebhookSecrets } from '@perktree/contracts/webhook/deliveries';
import { WEBHOOK_PUBLIC_KEY_PREFIX } from '@perktree/contracts/webhook/endpoints';
import { run, sql } from '@perktree/platform/postgres/sql';
import { inTransaction, type Queryable } from '@perktree/platform/postgres/transaction';
import type { Pool } from 'pg';
import { createSealing } from './sealing.ts';

const SEED_BYTES = 32;
/** DER of a private key of Ed25519 up to its seed (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

interface WebhookKeyPair {
  readonly privateKey: KeyObject;
  /** `whpk_` and base64, as Standard Webhooks writes it. */
  readonly publicKey: string;
}

/**
 * The Ed25519 key pair of an endpoint. It is derived from the installation's secret, so nothing is stored. Each endpoint has
 * its own, so a signature for one endpoint is not valid for another.
 */
function webhookKeyPair(installationSecret: string, endpointId: string): WebhookKeyPair {
  const seed = Buffer.from(hkdfSync('sha256', installationSecret, endpointId, 'perktree webhook key pair', SEED_BYTES));
  const der = Buffer.concat([PKCS8_HEAD, seed]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const publicKey = `${WEBHOOK_PUBLIC_KEY_PREFIX}${Buffer.from(x, 'base64url').toString('base64')}`;
  return { privateKey, publicKey };
}

/** Secrets that sign a message at most: each takes room in a header. */
const MAX_SECRETS = 5;

/** Addresses and secrets of webhook endpoints (contracts/webhook/deliveries.ts), on Postgres. Secrets are encrypted. */
export function createWebhookSecrets(pool: Pool, installationSecret: string): WebhookSecrets {
  const sealing = createSealing(installationSecret, 'webhook secret');

  function keepSecret(db: Queryable, endpointId: string, { id, text, now }: Parameters<WebhookSecrets['rotate']>[1]) {
    const row = { secret_id: id, endpoint_id: endpointId, secret: sealing.seal(text, endpointId), created_at: now };
    return run(db, sql('identity.webhook_secrets').insert(row).onConflict('secret_id').merge(['secret']));
  }

  return {
    async remember({ endpointId, tenantId, url, secret }) {
      await inTransaction(pool, async (db) => {
        await run(
          db,
          `INSERT INTO identity.webhook_endpoints (endpoint_id, tenant_id, owner_id, url, created_at)
           SELECT :endpointId, :tenantId, owner_id, :url, :now FROM identity.tenants WHERE id = :tenantId ON CONFLICT (endpoint_id) DO NOTHING`,
          { endpointId, tenantId, url, now: secret.now },
        );
        await keepSecret(db, endpointId, secret);
      });
      return { publicKey: webhookKeyPair(installationSecret, endpointId).publicKey };
    },
    async changeUrl(endpointId, url, from) {
      const endpoint = sql('identity.webhook_endpoints').where({ endpoint_id: endpointId });
      if (from !== null) endpoint.whereIn('url', [url, from]);
      const { rowCount } = await run(pool, endpoint.update({ url }));
      return from === null || rowCount === 1;
    },
    rotate: (endpointId, secret, overlapUntil) =>
      inTransaction(pool, async (db) => {
        const earlier = sql('identity.webhook_secrets').where({ endpoint_id: endpointId, ends_at: null });
        await run(db, earlier.whereNot({ secret_id: secret.id }).update({ ends_at: overlapUntil }));
        await keepSecret(db, endpointId, secret);
      }),
    async forget(endpointId) {
      await run(pool, sql('identity.webhook_endpoints').where({ endpoint_id: endpointId }).delete());
    },
    async endpointsOf(tenantId) {
      const query = sql('identity.webhook_endpoints')
        .where({ tenant_id: tenantId })
        .orderBy(['created_at', 'endpoint_id']);
      const { rows } = await run<{ endpointId: string; url: string; createdAt: Date }>(
        pool,
        query.select({ endpointId: 'endpoint_id', url: 'url', createdAt: 'created_at' }),
      );
      return rows.map((row) => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
        publicKey: webhookKeyPair(installationSecret, row.endpointId).publicKey,
      }));
    },
    async forSending(endpointId, now) {
      const { rows } = await pool.query<{ url: string; secret: string }>({
        name: 'identity-webhook-endpoint',
        text: `SELECT url, secret FROM identity.webhook_endpoints JOIN identity.webhook_secrets USING (endpoint_id)
               WHERE endpoint_id = $1 AND (ends_at IS NULL OR ends_at > $2)
               ORDER BY ends_at DESC NULLS FIRST LIMIT $3`,
        values: [endpointId, now, MAX_SECRETS],
      });
      const [row] = rows;
      if (row === undefined) return null;
      const secrets = rows.flatMap(({ secret }) => sealing.open(secret, endpointId) ?? []);
      const { privateKey } = webhookKeyPair(installationSecret, endpointId);
      const signed = (content: string) => sign(null, Buffer.from(content), privateKey).toString('base64');
      return { url: row.url, secrets, sign: signed };
    },
  };
}
