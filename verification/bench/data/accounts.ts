import { createHmac } from 'node:crypto';
import { siteCookie } from '@perktree/apps/services/command-service/site-cookie';
import type { Pool } from 'pg';
import { businesses, businessOf, distributorIds } from './business.ts';
import { idOf } from './names.ts';
import { customerIds } from './visits.ts';

/** Signs session cookies; all processes of a run share it. */
export const SESSION_SECRET = 'a secret of the bench, of 32 characters or more';
/** The session cookie of a token (identity/session-cookie.ts). */
const cookieOf = (token: string) =>
  `session=${token}.${createHmac('sha256', SESSION_SECRET).update(token).digest('base64')}`;

const ownerTokenOf = (ownerId: string) => `token of the owner ${ownerId}`;
const CUSTOMER_TOKEN = 'token-of-a-customer-of-the-bench';
/** Those of the owner of a tree, who redeems: of the session, and for the gateway, which sends all of a site to one command service. */
export function ownerCookies(tree: number): string {
  const { ownerId, siteId } = businessOf(tree);
  const { name, value } = siteCookie(siteId);
  return `${cookieOf(ownerTokenOf(ownerId))}; ${name}=${value}`;
}
/** Of a customer, who scans. */
export const CUSTOMER_COOKIE = cookieOf(CUSTOMER_TOKEN);

/** Writes all accounts, and a session of each owner and of one customer. */
export async function writeAccounts(pool: Pool): Promise<void> {
  const [customerId] = customerIds();
  // The product releases claims of accounts that do not exist.
  const ownerIds = businesses.map(({ ownerId }) => ownerId);
  const ids = [...ownerIds, ...distributorIds(), ...customerIds()];
  await pool.query(
    `INSERT INTO identity.users (id, email, name, first_name)
     SELECT id, 'person' || n || '@bench.test', 'Person ' || n, 'Person ' || n
     FROM unnest($1::uuid[]) WITH ORDINALITY AS u(id, n)`,
    [ids],
  );
  await pool.query(
    `INSERT INTO identity.account_roles (user_id, role)
     SELECT id, 'site_owner' FROM unnest($1::uuid[]) AS u(id) UNION ALL
     SELECT id, 'customer' FROM unnest($1::uuid[] || $2::uuid) AS u(id)`,
    [ownerIds, customerId],
  );
  await pool.query('INSERT INTO identity.tenants (id, owner_id) SELECT * FROM unnest($1::uuid[], $2::uuid[])', [
    businesses.map(({ tenantId }) => tenantId),
    ownerIds,
  ]);
  await pool.query(
    `INSERT INTO identity.sessions (id, token, user_id, active_role, expires_at)
     SELECT gen_random_uuid(), token, user_id, 'site_owner', now() + interval '1 day' FROM unnest($1::text[], $2::uuid[]) AS s(token, user_id)
     UNION ALL VALUES ($3::uuid, $4::text, $5::uuid, 'customer', now() + interval '1 day')`,
    [ownerIds.map(ownerTokenOf), ownerIds, idOf('other session'), CUSTOMER_TOKEN, customerId],
  );
}
