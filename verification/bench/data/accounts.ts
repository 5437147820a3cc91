import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import { distributorIds, OWNER_ID, TENANT } from './business.ts';
import { idOf } from './names.ts';
import { customerIds } from './visits.ts';

/** Signs session cookies; all processes of a run share it. */
export const SESSION_SECRET = 'a secret of the bench, of 32 characters or more';
/** The session cookie of a token (identity/session-cookie.ts). */
const cookieOf = (token: string) =>
  `session=${token}.${createHmac('sha256', SESSION_SECRET).update(token).digest('base64')}`;

const OWNER_TOKEN = 'token-of-the-owner-of-the-bench';
const CUSTOMER_TOKEN = 'token-of-a-customer-of-the-bench';
/** Of the owner, who redeems. */
export const COOKIE = cookieOf(OWNER_TOKEN);
/** Of a customer, who scans. */
export const CUSTOMER_COOKIE = cookieOf(CUSTOMER_TOKEN);

/** Writes all accounts, and a session of the owner and of one customer. */
export async function writeAccounts(pool: Pool): Promise<void> {
  const [customerId] = customerIds();
  // The product releases claims of accounts that do not exist.
  const ids = [OWNER_ID, ...distributorIds(), ...customerIds()];
  await pool.query(
    `INSERT INTO identity.users (id, email, name, first_name)
     SELECT id, 'person' || n || '@bench.test', 'Person ' || n, 'Person ' || n
     FROM unnest($1::uuid[]) WITH ORDINALITY AS u(id, n)`,
    [ids],
  );
  await pool.query(
    `INSERT INTO identity.account_roles (user_id, role)
     VALUES ($1, 'site_owner'), ($1, 'customer'), ($2, 'customer')`,
    [OWNER_ID, customerId],
  );
  await pool.query('INSERT INTO identity.tenants (id, owner_id) VALUES ($1, $2)', [TENANT.tenantId, OWNER_ID]);
  await pool.query(
    `INSERT INTO identity.sessions (id, token, user_id, active_role, expires_at)
     VALUES ($1, $2, $3, 'site_owner', now() + interval '1 day'), ($4, $5, $6, 'customer', now() + interval '1 day')`,
    [idOf('session'), OWNER_TOKEN, OWNER_ID, idOf('other session'), CUSTOMER_TOKEN, customerId],
  );
}
