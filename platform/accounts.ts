import type { Role } from '@perktree/contracts/envelope';

/** What the other services may ask of the account store: the one place that knows names and addresses. */
export interface Accounts {
  /**
   * Names to show for user ids: "First Last", else the e-mail's local part; "Deleted user" for an erased account.
   * Every id asked for is in the answer.
   */
  displayNames(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Adds a role to those that an account holds; nothing happens when it holds it already. */
  grantRole(userId: string, role: Role): Promise<void>;
  /** Takes a role away, at once: sessions of the account no longer carry it. */
  revokeRole(userId: string, role: Role): Promise<void>;
  /** Keeps the address that an invitation went to, which no event may hold. */
  rememberInvitation(invitation: { invitationId: string; siteId: string; email: string }): Promise<void>;
  /** Name and e-mail of users, for lists that a site owner sees. Erased accounts are left out. */
  contacts(userIds: readonly string[]): Promise<ReadonlyMap<string, { name: string; email: string }>>;
}

/** Shown wherever a person's account has been erased (domain.md 2). */
export const DELETED_USER = 'Deleted user';
