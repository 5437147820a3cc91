import { type Account, demoAccount } from './furnish.ts';
import { Person } from './person.ts';

/** The people of `viewsOf` and how each gets an account; null: signed out. */
export const peopleOf = (origin: string): Readonly<Record<string, () => Promise<Account | null>>> => ({
  ...Object.fromEntries(
    ['customer', 'distributor', 'staff', 'owner', 'superadmin'].map((name) => [name, async () => demoAccount(name)]),
  ),
  'new business': () => Person.register(origin, 'Newcomer', 'business'),
  'new distributor': () => Person.register(origin, 'Newcomer', 'distributor'),
  'new customer': () => Person.register(origin, 'Newcomer', 'customer'),
  'signed out': async () => null,
});
