import type { SupportPerson } from '@perktree/contracts/http/support';
import type { AuditServiceDeps } from '../deps.ts';

/** Names and addresses, as far as the account store still holds them. */
export type PersonOf = (userId: string) => SupportPerson;

export async function peopleOf(
  accounts: Pick<AuditServiceDeps['accounts'], 'displayNames' | 'contacts'>,
  userIds: readonly string[],
): Promise<PersonOf> {
  const ids = [...new Set(userIds)];
  const [names, contacts] = await Promise.all([accounts.displayNames(ids), accounts.contacts(ids)]);
  return (id) => ({ id, name: names.get(id) ?? '', email: contacts.get(id)?.email ?? null });
}
