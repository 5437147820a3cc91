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
import { createTestDatabase } from '@perktree/platform/postgres/testing/test-database';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';

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

describe('an erased customer and an erased distributor', () => {
  const personal = () => [customer.email, distributor.email, customer.name, distributor.name, 'Verdigris', 'Quill'];

  /** Evidence of the payment, which the law asks to keep: its reference, and the name of its payee. */
  const evidence = () => [business.distributor.name, 'Quill'].map((text) => `identity.notes: ${text}`);

  it('leave no e-mail address, name or text about them in any table or log line, but evidence of a payment', async () => {
    const { payouts } = await owner.must('POST', `/api/sites/${siteId}/payouts`);
    await owner.must('POST', `/api/payouts/${payouts[0].id}/cancel`, { reason: 'Wrong bank details of Dora Quill' });
    const again = await owner.must('POST', `/api/sites/${siteId}/payouts`);
    await owner.must('POST', `/api/payouts/${again.payouts[0].id}/mark-paid`, { reference: 'Transfer to Dora Quill' });
    await owner.must('POST', `/api/redemptions/${redemptionId}/reverse`, { reason: 'Gus Verdigris complained' });
    const dispute = { action: 'open', text: 'Gus Verdigris again' };
    await owner.must('POST', `/api/redemptions/${redemptionId}/dispute`, dispute);
    await owner.must('POST', `/api/sites/${siteId}/staff-invitations`, { email: customer.email });

    // A stored answer would still name the person to others.
    await owner.send('POST', `/api/sites/${siteId}/payouts`, undefined, { 'idempotency-key': 'again' });
    await runCommand(sessionOn(composed.databaseUrl, { folder }), 'backup', '--to', 'before.perktree');
    expect(await findText(composed.pool, personal())).not.toEqual([]);
    await customer.must('POST', '/api/me/erase', { password: PASSWORD });
    await distributor.must('POST', '/api/me/erase', { password: PASSWORD });
    expect(await findText(composed.pool, personal())).toEqual(evidence());
    expect(personal().filter((text) => log.some((line) => line.toLowerCase().includes(text.toLowerCase())))).toEqual(
      [],
    );
  });

  /** Restores the backup from before into a new database. @param words of the command, in a folder for data */
  async function restored(data: string, ...words: string[]) {
    const target = await createTestDatabase(productTemplate);
    const session = sessionOn(target.connectionString, { folder: data });
    const { json } = await runCommand(session, 'restore', '--from', join(folder, 'before.perktree'), ...words);
    const pool = createPool({ connectionString: target.connectionString, applicationName: 'spec' });
    onTestFinished(async () => {
      await pool.end();
      await target.drop();
    });
    return { json, pool };
  }

  it('are not brought back into another folder for data, where --erased names the ids', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'perktree-elsewhere-'));
    await writeFile(join(folder, 'ids'), `${customer.id}\n`);
    const { json, pool } = await restored(elsewhere, '--erased', join(folder, 'ids'));
    await rm(elsewhere, { recursive: true, force: true });
    expect(json).toMatchObject({ erasedAgain: 1 });
    const of = [customer.id, distributor.id];
    const { rows } = await pool.query('SELECT id FROM identity.users WHERE id = ANY($1)', [of]);
    expect(rows).toEqual([{ id: distributor.id }]);
  });

  it('are not brought back by a backup from before, and end all sessions', async () => {
    const { json, pool } = await restored(folder);
    expect(json).toMatchObject({ erasedAgain: 2 });
    expect(await findText(pool, personal())).toEqual(evidence());
    const { rows: kept } = await pool.query('SELECT max(kept_until) AS until FROM identity.notes');
    await eraseKeptNotes(pool, kept[0].until);
    expect(await findText(pool, personal())).toEqual([]);
    expect((await pool.query('SELECT 1 FROM identity.sessions')).rowCount).toBe(0);
    const { rows } = await pool.query('SELECT user_id FROM identity.erased_accounts');
    expect(rows.map(({ user_id }) => user_id).sort()).toEqual([customer.id, distributor.id].sort());
  });
});
