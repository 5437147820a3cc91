import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { createFixture, signUp } from '../testing/identity-fixture.ts';

const NOON = new Date('2026-05-10T12:00:00.000Z');
const fixture = await createFixture({ mail: 'smtp', clock: () => NOON });
afterAll(() => fixture.close());

const verify = (...ids: string[]) =>
  fixture.pool.query('UPDATE identity.users SET email_verified = true WHERE id = ANY ($1)', [ids]);
const audit = (userId: string, until: string) =>
  fixture.identity.accounts.grantAudit({ auditorId: randomUUID(), userId, tenantId: null, until });
const queue = (events: number, toOwners: boolean) =>
  fixture.identity.headMails.queue({ events, signedAt: NOON.toISOString(), json: '{"events":9}', toOwners });
const queued = async () => {
  const { rows } = await fixture.pool.query(
    `SELECT user_id, data FROM identity.mails WHERE kind = 'chain_head' ORDER BY user_id`,
  );
  return rows.map((row) => row.user_id);
};

it('go once to owners, superadmins and auditors, at verified addresses', async () => {
  const [customer, auditor, ended, admin, stranger] = (await Promise.all(
    Array.from({ length: 5 }, async () => (await signUp(fixture.app)).id),
  )) as [string, string, string, string, string];
  const { id: owner } = await signUp(fixture.app, { intent: 'business' });
  await verify(customer, auditor, ended, admin, owner);
  await audit(auditor, '2026-05-11T00:00:00.000Z');
  await audit(ended, '2026-05-10T12:00:00.000Z');
  await audit(stranger, '2026-05-11T00:00:00.000Z');
  await fixture.pool.query(`INSERT INTO identity.account_roles (user_id, role) VALUES ($1, 'superadmin')`, [admin]);
  await queue(7, false);
  expect(await queued()).toEqual([auditor, admin].sort());
  await queue(7, true);
  await queue(7, true);
  expect(await queued()).toEqual([auditor, admin, owner].sort());
  await queue(8, true);
  expect(await queued()).toHaveLength(6);
});
