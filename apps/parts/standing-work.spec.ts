import { MetricsRegistry } from '@perktree/platform/metrics/registry';
import { openTestPool } from '@perktree/platform/postgres/testing/test-pool';
import { expect, it } from 'vitest';
import { productTemplate } from '../standalone/testing/product-template.ts';
import { standingWork, standingWorkMetrics } from './standing-work.ts';

const SAMPLE = /^perktree_(head_pushes|mails|payout|webhook|backup)\w+(?:\{\S+\})? \S+$/gm;

it('counts mails, endpoints, messages, backups and payouts that stand still, and forgets what is long over', async () => {
  const { pool, close } = await openTestPool(productTemplate, 1);
  const registry = new MetricsRegistry();
  const measure = standingWorkMetrics(registry, { pool, dataDir: import.meta.dirname });
  const samples = async () => {
    await measure();
    return registry.text().match(SAMPLE);
  };

  expect(await samples()).toEqual([
    'perktree_mails_queued 0',
    'perktree_mails_oldest_seconds 0',
    'perktree_mails_failed 0',
    'perktree_webhook_endpoints{state="failing"} 0',
    'perktree_webhook_endpoints{state="disabled"} 0',
    'perktree_webhook_parked_messages 0',
    'perktree_head_pushes_oldest_seconds 0',
    'perktree_payout_fundings_waiting 0',
  ]);
  expect(registry.text()).toMatch(/^perktree_data_dir_free_bytes \d{6,}$/m);

  // One transaction sees one time: ages are exact.
  await pool.query('BEGIN');
  await pool.query(`
    INSERT INTO identity.mails (id, kind, state, due_at, created_at, settled_at) VALUES
      ('new', 'payout_paid', 'queued', now(), now() - interval '1 minute', NULL),
      ('old', 'payout_paid', 'queued', now(), now() - interval '2 hours', NULL),
      ('failed', 'payout_paid', 'failed', now(), now() - interval '4 days', now() - interval '1 hour'),
      ('long ago', 'payout_paid', 'failed', now(), now() - interval '9 days', now() - interval '5 days');
    INSERT INTO webhooks.endpoints (endpoint_id, tenant_id, position, failing_since, next_attempt_at) VALUES
      ('00000000-0000-8000-8000-000000000001', '00000000-0000-8000-8000-000000000009', 1, NULL, now()),
      ('00000000-0000-8000-8000-000000000002', '00000000-0000-8000-8000-000000000009', 1, now(), now()),
      ('00000000-0000-8000-8000-000000000003', '00000000-0000-8000-8000-000000000009', 1, now(), 'infinity');
    INSERT INTO webhooks.deliveries (delivery_id, endpoint_id, message_id, type, position, body, in_order, status, parked_at)
    SELECT gen_random_uuid(), '00000000-0000-8000-8000-000000000001', 'm', 't', 1, '{}', true, 'failed', parked_at
    FROM (VALUES (now()), (now()), (NULL)) AS deliveries (parked_at);
    INSERT INTO audit.signing_keys (key_id, public_key) VALUES ('k', 'p');
    INSERT INTO audit.head_pushes (events, key_id, receiver, queued_at, next_attempt_at, done_at) VALUES
      (1, 'k', 'witness', now() - interval '9 hours', now(), now()),
      (2, 'k', 'witness', now() - interval '7 hours', now(), NULL);
    INSERT INTO read_models.payouts (payout_id, site_id, tenant_id, distributor_id, currency, amount_minor, entry_count, settlement,
      status, created_at, funding, funding_id, position)
    SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'ana', 'EUR', 1, 1, 'provider', 'processing', now(), funding, id, 1
    FROM (VALUES ('awaiting_approval', '00000000-0000-8000-8000-000000000001'::uuid), ('awaiting_approval', '00000000-0000-8000-8000-000000000001'),
      ('disputed', '00000000-0000-8000-8000-000000000002'), ('collecting', '00000000-0000-8000-8000-000000000003')) AS fundings (funding, id);
    INSERT INTO command_service.backups VALUES (now() - interval '3 days');`);
  expect(await samples()).toEqual([
    'perktree_mails_queued 2',
    'perktree_mails_oldest_seconds 7200',
    'perktree_mails_failed 1',
    'perktree_webhook_endpoints{state="failing"} 1',
    'perktree_webhook_endpoints{state="disabled"} 1',
    'perktree_webhook_parked_messages 2',
    'perktree_head_pushes_oldest_seconds 25200',
    'perktree_payout_fundings_waiting 2',
    'perktree_backup_age_seconds 259200',
  ]);
  const { states } = await standingWork({ pool, dataDir: import.meta.dirname });
  expect(states.filter(({ state }) => state !== 'disk_fills_up')).toEqual([
    { state: 'mails_late', count: 2 },
    { state: 'mails_failed', count: 1 },
    { state: 'webhooks_failing', count: 1 },
    { state: 'webhooks_disabled', count: 1 },
    { state: 'webhooks_parked', count: 2 },
    { state: 'heads_not_pushed', count: 1 },
    { state: 'payouts_waiting', count: 2 },
    { state: 'backup_old', count: 3 },
  ]);
  await pool.query('ROLLBACK');
  await close();
});
