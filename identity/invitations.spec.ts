import { randomUUID } from 'node:crypto';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import { afterAll, describe, expect, it } from 'vitest';
import { deleteAccount } from './delete-account.ts';
import { createFixture, signUp } from './testing/identity-fixture.ts';

const NOW = new Date('2026-05-10T10:00:00.000Z');
const TOMORROW = new Date(NOW.getTime() + 86_400_000).toISOString();
const siteId = randomUUID();
const fixture = await createFixture({ clock: () => NOW });
const { accounts } = fixture.identity;
const invite = (email: string, site: string, expiresAt = TOMORROW) =>
  accounts.rememberInvitation({ invitationId: randomUUID(), siteId: site, email, expiresAt, mail: null });
// All at the same instant, so that the ids decide.
await fixture.pool.query(
  `INSERT INTO identity.invitations (invitation_id, site_id, email, expires_at, created_at)
   SELECT gen_random_uuid(), $1, 'Worker' || n || '@shop.example', $2, $3 FROM generate_series(1, 7) n`,
  [siteId, TOMORROW, new Date(NOW.getTime() - 3_600_000)],
);
await invite('newest@shop.example', siteId);
await invite('expired@shop.example', siteId, NOW.toISOString());
await invite('other@shop.example', randomUUID());
afterAll(() => fixture.close());

const wanted = { siteId, now: NOW, words: [] as string[], oldestFirst: false, limit: null, after: null };
const open = (more: object = {}) => accounts.openInvitations({ ...wanted, ...more });

describe('open invitations of a site', () => {
  it.each([false, true])('page without gaps or repeats, oldest first: %s', async (oldestFirst) => {
    const all = await open({ oldestFirst });
    expect(all).toHaveLength(8);
    expect(all.at(oldestFirst ? -1 : 0)).toMatchObject({ email: 'newest@shop.example' });
    const paged: (typeof all)[number][] = [];
    let page = await open({ oldestFirst, limit: 3 });
    while (page.length > 0) {
      paged.push(...page);
      const { invitedAt, invitationId } = page.at(-1) as (typeof all)[number];
      page = await open({ oldestFirst, limit: 3, after: [invitedAt, invitationId] });
    }
    expect(paged).toEqual(all);
  });

  it('are found by all words of a search, and counted', async () => {
    expect(await open({ words: ['worker7', 'shop'] })).toMatchObject([{ email: expect.stringMatching(/worker7/i) }]);
    expect(await open({ words: ['worker7', 'other'] })).toEqual([]);
    expect(await accounts.countOpenInvitations({ ...wanted, words: ['worker'] })).toBe(7);
    expect(await accounts.countOpenInvitations(wanted)).toBe(8);
  });
});

it('are deleted with their addresses 30 days after they have expired', async () => {
  const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString();
  const invite = (email: string, expiresAt: string) =>
    accounts.rememberInvitation({ invitationId: randomUUID(), siteId: randomUUID(), email, expiresAt, mail: null });
  await invite('kept@old.example', daysAgo(29));
  await invite('gone@old.example', daysAgo(31));
  await fixture.identity.deleteExpired();
  const { rows } = await fixture.pool.query(`SELECT email FROM identity.invitations WHERE email LIKE '%@old.example'`);
  expect(rows).toEqual([{ email: 'kept@old.example' }]);
  expect(await open()).toHaveLength(8);
});

describe('an invitation whose account was erased', () => {
  it('is for no other account', async () => {
    const [invited, other] = [await signUp(fixture.app), await signUp(fixture.app)];
    const invitation = { invitationId: randomUUID(), siteId };
    await accounts.rememberInvitation({ ...invitation, email: invited.email, expiresAt: TOMORROW, mail: null });
    expect(await accounts.invitedAddress(invitation)).toBe(invited.email);
    expect(await accounts.invitationAcceptance({ ...invitation, userId: invited.id })).toBe('allowed');
    expect(await accounts.invitationAcceptance({ ...invitation, userId: other.id })).toBe('other_account');
    await inTransaction(fixture.pool, (db) => deleteAccount(db, invited.id));
    expect(await accounts.invitationAcceptance({ ...invitation, userId: other.id })).toBe('other_account');
    expect(await accounts.invitedAddress(invitation)).toBeNull();
  });
});
