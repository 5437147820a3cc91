import { inTransaction, type Queryable } from '@perktree/platform/postgres/transaction';
import type { WebhookSecrets } from '@perktree/platform/webhooks';
import type { Pool } from 'pg';
import { createSealing } from './sealing.ts';
import { webhookKeyPair } from './webhook-key-pair.ts';

/** Secrets that sign a message at most: each takes room in a header. */
const MAX_SECRETS = 5;

/** Addresses and secrets of webhook endpoints (platform/webhooks.ts), on Postgres. Secrets are encrypted. */
export function createWebhookSecrets(pool: Pool, installationSecret: string): WebhookSecrets {
  const sealing = createSealing(installationSecret, 'webhook secret');

  const keepSecret = (db: Queryable, endpointId: string, { id, text, now }: Parameters<WebhookSecrets['rotate']>[1]) =>
    db.query(
      `INSERT INTO identity.webhook_secrets (secret_id, endpoint_id, secret, created_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (secret_id) DO UPDATE SET secret = EXCLUDED.secret`,
      [id, endpointId, sealing.seal(text, endpointId), now],
    );

  return {
    async remember({ endpointId, tenantId, url, secret }) {
      await inTransaction(pool, async (db) => {
        await db.query(
          `INSERT INTO identity.webhook_endpoints (endpoint_id, tenant_id, owner_id, url, created_at)
           SELECT $1, $2, owner_id, $3, $4 FROM identity.tenants WHERE id = $2 ON CONFLICT (endpoint_id) DO NOTHING`,
          [endpointId, tenantId, url, secret.now],
        );
        await keepSecret(db, endpointId, secret);
      });
      return { publicKey: webhookKeyPair(installationSecret, endpointId).publicKey };
    },
    async changeUrl(endpointId, url, from) {
      const { rowCount } = await pool.query(
        'UPDATE identity.webhook_endpoints SET url = $2 WHERE endpoint_id = $1 AND ($3::text IS NULL OR url IN ($2, $3))',
        [endpointId, url, from],
      );
      return from === null || rowCount === 1;
    },
    rotate: (endpointId, secret, overlapUntil) =>
      inTransaction(pool, async (db) => {
        await db.query(
          `UPDATE identity.webhook_secrets SET ends_at = $2
           WHERE endpoint_id = $1 AND ends_at IS NULL AND secret_id <> $3`,
          [endpointId, overlapUntil, secret.id],
        );
        await keepSecret(db, endpointId, secret);
      }),
    async forget(endpointId) {
      await pool.query('DELETE FROM identity.webhook_endpoints WHERE endpoint_id = $1', [endpointId]);
    },
    async endpointsOf(tenantId) {
      const { rows } = await pool.query<{ endpointId: string; url: string; createdAt: Date }>(
        `SELECT endpoint_id AS "endpointId", url, created_at AS "createdAt" FROM identity.webhook_endpoints
         WHERE tenant_id = $1 ORDER BY created_at, endpoint_id`,
        [tenantId],
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
      return { url: row.url, secrets, privateKey: webhookKeyPair(installationSecret, endpointId).privateKey };
    },
  };
}
