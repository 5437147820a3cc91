import { randomUUID } from 'node:crypto';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import { afterAll, describe, expect, it } from 'vitest';
import { deleteAccount } from './delete-account.ts';
import { createFixture, signUp } from './testing/identity-fixture.ts';

const NOON = new Date('2026-05-10T12:00:00.000Z');
const UNTIL = '2026-05-12T22:00:00.000Z';
let now = NOON;
const fixture = await createFixture({ clock: () => now });
afterAll(() => fixture.close());

async function auditorOf(tenantId: string | null) {
  now = NOON;
  const { browser, id, email } = await signUp(fixture.app);
  const auditorId = randomUUID();
  await fixture.identity.accounts.grantAudit({ auditorId, userId: id, tenantId, until: UNTIL });
  const session = () => fixture.identity.sessionAs(id, 'auditor');
  return { browser, id, email, auditorId, session };
}

const businessOf = async () => {
  const { browser, id } = await signUp(fixture.app, { intent: 'business' });
  return { id, tenantId: (await browser.roleInfo()).tenantId as string };
};

describe('an auditor', () => {
  it('has the role and the business until the time that was stated, to the millisecond, also while cached', async () => {
    const { tenantId } = await businessOf();
    const { browser, session } = await auditorOf(tenantId);
    expect((await browser.roleInfo()).allRoles).toEqual(['auditor', 'customer']);
    expect(await session()).toMatchObject({ role: 'auditor', audits: { tenantIds: [tenantId], until: UNTIL } });
    now = new Date(Date.parse(UNTIL) - 1);
    expect((await browser.post('/api/auth/active-role', { role: 'auditor' })).statusCode).toBe(200);
    expect((await browser.roleInfo()).role).toBe('auditor');
    now = new Date(UNTIL);
    expect(await browser.roleInfo()).toMatchObject({ role: 'customer', allRoles: ['customer'] });
    expect(await session()).toBeNull();
    expect((await browser.post('/api/auth/active-role', { role: 'auditor' })).json().code).toBe('ROLE_NOT_HELD');
  });

  it('begins in that role at a login, as long as it lasts', async () => {
    const { browser, email } = await auditorOf(null);
    const login = () => browser.post('/api/auth/login', { email, password: 'correct horse battery' });
    expect((await login()).json().role).toBe('auditor');
    now = new Date(UNTIL);
    expect((await login()).json().role).toBe('customer');
  });

  it('ends with its account', async () => {
    const { id } = await auditorOf(null);
    await inTransaction(fixture.pool, (db) => deleteAccount(db, id));
    expect((await fixture.pool.query('SELECT FROM identity.audits WHERE user_id = $1', [id])).rowCount).toBe(0);
  });

  it('ends with the business; what else it audits stays', async () => {
    const [closed, kept] = [await businessOf(), await businessOf()];
    const { id, session } = await auditorOf(closed.tenantId);
    const also = { auditorId: randomUUID(), userId: id, tenantId: kept.tenantId, until: UNTIL };
    await fixture.identity.accounts.grantAudit(also);
    await inTransaction(fixture.pool, (db) => deleteAccount(db, closed.id));
    expect(await session()).toMatchObject({ audits: { tenantIds: [kept.tenantId] } });
    await fixture.identity.accounts.endAudit(also.auditorId);
    expect(await session()).toBeNull();
  });
});
