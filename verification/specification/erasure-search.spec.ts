import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand, sessionOn } from '@perktree/apps/cli/testing/run-command';
import { ErasedAccountsFile } from '@perktree/apps/parts/erased-accounts';
import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { findText } from '@perktree/apps/standalone/testing/find-text';
import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { productTemplate } from '@perktree/apps/standalone/testing/product-template';
import { PASSWORD } from '@perktree/apps/standalone/testing/visitor';
import { eraseKeptNotes } from '@perktree/identity/notes';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase } from '@perktree/platform/postgres/test-database';
import { afterAll, describe, expect, it } from 'vitest';

const log: string[] = [];
const folder = await mkdtemp(join(tmpdir(), 'perktree-erasure-'));
const erasedAccounts = new ErasedAccountsFile(folder);
const composed = await startComposedApp({ log, onErased: (userId) => erasedAccounts.add([userId]) });
const business = await openBusiness(composed.app, 'gone');
const { customer, distributor, owner, siteId, redemptionId } = business;
afterAll(async () => {
  await composed.close();
  await rm(folder, { recursive: true, force: true });
});

const run = (url: string, ...args: string[]) => runCommand(sessionOn(url, { folder }), ...args);

describe('an erased customer and an erased distributor', () => {
  const personal = () => {
    return [customer.email, distributor.email, customer.name, distributor.name, 'Verdigris', 'Quill'];
  };

  /** Evidence of the payment, which the law asks to keep: its reference, and the name of its payee. */
  const evidence = () => [business.distributor.name, 'Quill'].map((text) => `identity.notes: ${text}`);

  it('leave no e-mail address, name or text about them in any table or log line, but evidence of a payment', async () => {
    const { payouts } = await owner.must('POST', `/api/sites/${siteId}/payouts`);
    await owner.must('POST', `/api/payouts/${payouts[0].id}/cancel`, { reason: 'Wrong bank details of Dora Quill' });
    const again = await owner.must('POST', `/api/sites/${siteId}/payouts`);
    await owner.must('POST', `/api/payouts/${again.payouts[0].id}/mark-paid`, { reference: 'Transfer to Dora Quill' });
    await owner.must('POST', `/api/redemptions/${redemptionId}/reverse`, { reason: 'Gus Verdigris complained' });
    await owner.must('POST', `/api/redemptions/${redemptionId}/dispute`, {
      action: 'open',
      text: 'Gus Verdigris again',
    });
    await owner.must('POST', `/api/sites/${siteId}/staff-invitations`, { email: customer.email });

    // A stored answer would still name the person to others.
    const renewed = { method: 'POST', url: `/api/sites/${siteId}/payouts`, headers: { cookie: owner.cookie } } as const;
    await composed.app.inject({ ...renewed, headers: { ...renewed.headers, 'idempotency-key': 'again' } });
    await run(composed.databaseUrl, 'backup', '--to', 'before.perktree');
    expect(await findText(composed.pool, personal())).not.toEqual([]);
    await customer.must('POST', '/api/me/erase', { password: PASSWORD });
    await distributor.must('POST', '/api/me/erase', { password: PASSWORD });
    expect(await findText(composed.pool, personal())).toEqual(evidence());
    expect(personal().filter((text) => log.some((line) => line.toLowerCase().includes(text.toLowerCase())))).toEqual(
      [],
    );
  });

  it('are not brought back into another folder for data, where --erased names the ids', async () => {
    const target = await createTestDatabase(productTemplate);
    const elsewhere = await mkdtemp(join(tmpdir(), 'perktree-elsewhere-'));
    await writeFile(join(folder, 'ids'), `${business.customer.id}\n`);
    const session = sessionOn(target.connectionString, { folder: elsewhere });
    const [from, ids] = [join(folder, 'before.perktree'), join(folder, 'ids')];
    const { json } = await runCommand(session, 'restore', '--from', from, '--erased', ids);
    expect(json).toMatchObject({ erasedAgain: 1 });
    const pool = createPool({ connectionString: target.connectionString, applicationName: 'spec' });
    const { rows } = await pool.query('SELECT id FROM identity.users WHERE id = ANY($1)', [
      [business.customer.id, business.distributor.id],
    ]);
    expect(rows).toEqual([{ id: business.distributor.id }]);
    await pool.end();
    await target.drop();
    await rm(elsewhere, { recursive: true, force: true });
  });

  it('are not brought back by a backup from before, and end all sessions', async () => {
    const target = await createTestDatabase(productTemplate);
    const { json } = await run(target.connectionString, 'restore', '--from', 'before.perktree');
    expect(json).toMatchObject({ erasedAgain: 2 });
    const pool = createPool({ connectionString: target.connectionString, applicationName: 'spec' });
    expect(await findText(pool, personal())).toEqual(evidence());
    const { rows: kept } = await pool.query('SELECT max(kept_until) AS until FROM identity.notes');
    await eraseKeptNotes(pool, kept[0].until);
    expect(await findText(pool, personal())).toEqual([]);
    expect((await pool.query('SELECT 1 FROM identity.sessions')).rowCount).toBe(0);
    const { rows } = await pool.query('SELECT user_id FROM identity.erased_accounts');
    expect(rows.map(({ user_id }) => user_id).sort()).toEqual([business.customer.id, business.distributor.id].sort());
    await pool.end();
    await target.drop();
  });
});
