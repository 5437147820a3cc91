import type { SupportPerson } from '@perktree/contracts/support/calls';
import type { AuditServiceDeps } from '../deps.ts';
import type { SupportScope } from './scope.ts';

/** Names, and for superadmins addresses, as far as the account store still holds them. */
type PersonOf = (userId: string) => SupportPerson;

/** Owners and auditors see names only: a person who scans an offer has not given its owner an e-mail address. */
export async function peopleOf(
  accounts: Pick<AuditServiceDeps['accounts'], 'displayNames' | 'contacts'>,
  { withAddresses }: Pick<SupportScope, 'withAddresses'>,
  userIds: readonly string[],
): Promise<PersonOf> {
  const ids = [...new Set(userIds)];
  const [names, contacts] = await Promise.all([
    accounts.displayNames(ids),
    withAddresses ? accounts.contacts(ids) : new Map<string, { readonly email: string }>(),
  ]);
  return (id) => ({ id, name: names.get(id) ?? '', email: contacts.get(id)?.email ?? null });
}
