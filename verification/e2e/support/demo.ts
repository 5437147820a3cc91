import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@perktree/apps/standalone/demo/demo-business';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { ALL_SCREENS, SITE_ID } from '@perktree/ui/testing/all-screens';
import { Person } from './person.ts';

export interface Account {
  readonly email: string;
  readonly password: string;
}
interface WithId {
  readonly id: string;
}

/** @param who the beginning of the address, or a role */
export function demoAccount(who: string): Account {
  const name = who === 'site_owner' ? 'owner' : who;
  const account = DEMO_ACCOUNTS.find(({ email }) => email.startsWith(`${name}@`));
  if (!account) throw new Error(`the demo has no ${who}`);
  return { email: account.email, password: DEMO_PASSWORD };
}

/** The screens of people who are signed in. */
export const SCREENS = ALL_SCREENS.filter((screen): screen is readonly [string, Role] => screen[1] !== null);

/** The demo's first site, and the real address of each screen in a demo business. */
export async function openDemo(origin: string) {
  const signIn = (who: string) => Person.signIn(origin, demoAccount(who));
  const first = async (person: Person, path: string) => (await person.get<readonly [WithId]>(`${path}limit=1`))[0].id;
  const owner = await signIn('owner');
  const [site] = await owner.get<[WithId & { readonly name: string }]>('/api/me/sites');
  const at = `/api/sites/${site.id}`;
  const distributor = await signIn('distributor');
  const tenants = await (await signIn('superadmin')).get<readonly (WithId & { email: string })[]>(
    '/api/support/tenants?limit=50',
  );
  const root = await first(owner, `${at}/qrs?sort=scans&`);
  const redemptionId = await first(owner, `${at}/redemptions?`);
  /** Ids by the beginnings of the addresses that need another one than the site's. */
  const ids = [
    ['/audit/entries/', await first(distributor, '/api/distributors/me/ledger?')],
    ['/support/redemption/', redemptionId],
    ['/support/customer/', (await (await signIn('customer')).get<WithId>('/api/auth/user')).id],
    ['/support/tenants/', tenants.find(({ email }) => email === demoAccount('owner').email)?.id ?? ''],
    ['/payouts/', await first(distributor, '/api/distributors/me/payouts?')],
  ] as const;
  return {
    ...{ owner, site, redemptionId },
    addressOf(path: string): string {
      const id = ids.find(([start]) => path.startsWith(start))?.[1] ?? site.id;
      const address = path.replaceAll(SITE_ID, id);
      return path.startsWith('/qr-management/tree') ? `${address}&qr=${root}` : address;
    },
  };
}
