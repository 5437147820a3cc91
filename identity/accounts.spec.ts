import { randomUUID } from 'node:crypto';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import { afterAll, describe, expect, it } from 'vitest';
import { deleteAccount } from './delete-account.ts';
import { createFixture, signUp } from './testing/identity-fixture.ts';

const fixture = await createFixture();
afterAll(() => fixture.close());

const signedUp = (more?: object) => signUp(fixture.app, more);

const rolesOf = async (ids: readonly string[]) =>
  (await fixture.pool.query('SELECT role FROM identity.account_roles WHERE user_id = ANY($1)', [ids])).rows;

/** Starts work while a transaction that erases the account is open, and commits it once the work waits for it. */
async function duringErasure<T>(userId: string, start: () => Promise<T>): Promise<T> {
  const { pool } = fixture;
  const work = await inTransaction(pool, async (db) => {
    await deleteAccount(db, userId);
    const started = start();
    const waiting = `SELECT count(*)::int AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await pool.query(waiting)).rows[0]?.waiting).toBeGreaterThanOrEqual(2);
    return { started };
  });
  return work.started;
}

describe('display names and contacts', () => {
  it('shows the name, else nothing of the address, else that the user is gone', async () => {
    const named = await signedUp({ firstName: 'First', lastName: 'Lastname' });
    const unnamed = await signedUp();
    const gone = randomUUID();
    const names = await fixture.identity.accounts.displayNames([named.id, unnamed.id, gone, 'visitor']);
    expect(Object.fromEntries(names)).toEqual({
      [named.id]: 'First Lastname',
      [unnamed.id]: 'Unnamed user',
      [gone]: 'Deleted user',
      visitor: 'Deleted user',
    });
  });

  it('leaves erased accounts out of contacts', async () => {
    const { id, email } = await signedUp({ firstName: 'First' });
    const erased = await signedUp();
    await fixture.pool.query('DELETE FROM identity.users WHERE id = $1', [erased.id]);
    const contacts = await fixture.identity.accounts.contacts([id, erased.id, 'system']);
    expect(Object.fromEntries(contacts)).toEqual({ [id]: { name: 'First', email } });
  });
});

describe('granting and revoking roles', () => {
  it('moves sessions out of a revoked active role, for good', async () => {
    const { browser, id } = await signedUp({ intent: 'distributor' });
    await fixture.identity.accounts.grantRole(id, 'staff');
    expect((await browser.roleInfo()).role).toBe('distributor');
    await fixture.identity.accounts.revokeRole(id, 'distributor');
    expect(await browser.roleInfo()).toMatchObject({ role: 'staff', allRoles: ['staff', 'customer'] });
    await fixture.identity.accounts.grantRole(id, 'distributor');
    expect((await browser.roleInfo()).role).toBe('staff');
  });

  it('is lost by all sessions when it is removed, despite the session’s own row', async () => {
    const { browser, id } = await signedUp({ intent: 'distributor' });
    const taken = `DELETE FROM identity.account_roles WHERE user_id = $1 AND role = 'distributor'`;
    await fixture.pool.query(taken, [id]);
    // Any change of roles invalidates the cache.
    await fixture.identity.accounts.grantRole(randomUUID(), 'staff');
    expect(await browser.roleInfo()).toMatchObject({ role: 'customer', allRoles: ['customer'] });
  });

  it('ends the sessions of an account whose last role is taken', async () => {
    const { browser, id, email } = await signedUp();
    await fixture.identity.accounts.revokeRole(id, 'customer');
    expect((await browser.get('/api/auth/user')).statusCode).toBe(401);
    expect((await browser.login(email)).json().role).toBe('customer');
  });

  it('gives a site owner a tenant, and takes it from view with the role, not away', async () => {
    const { browser, id } = await signedUp();
    await fixture.identity.accounts.grantRole(id, 'site_owner');
    const { tenantId } = await browser.roleInfo();
    expect(tenantId).toMatch(/^[0-9a-f-]{36}$/);
    await fixture.identity.accounts.revokeRole(id, 'site_owner');
    expect((await browser.roleInfo()).tenantId).toBeNull();
    await fixture.identity.accounts.grantRole(id, 'site_owner');
    expect((await browser.roleInfo()).tenantId).toBe(tenantId);
  });
});

describe('superadmin', () => {
  it('is made by the operator, of an account that exists', async () => {
    const { browser, id, email } = await signedUp();
    expect(await fixture.identity.grantSuperadmin(` ${email.toUpperCase()}`)).toBe(id);
    expect((await browser.roleInfo()).allRoles).toEqual(['superadmin', 'customer']);
    expect((await browser.login(email)).json().role).toBe('superadmin');
  });

  it('is granted to no account whose erasure is under way, and no other role is', async () => {
    const { id, email } = await signedUp();
    const grants = await duringErasure(id, () =>
      Promise.allSettled([fixture.identity.grantSuperadmin(email), fixture.identity.accounts.grantRole(id, 'staff')]),
    );
    expect(grants).toMatchObject([
      {
        status: 'rejected',
        reason: { message: expect.stringContaining(`No account has the e-mail address ${email}`) },
      },
      { status: 'fulfilled' },
    ]);
    expect(await rolesOf([id])).toEqual([]);
  });
});
