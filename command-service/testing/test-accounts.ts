import type { CommandServiceDeps } from '../deps.ts';
import { memoryNotes } from './memory-notes.ts';

/** Accounts without invitations, and none of them erased. @param own methods that a test replaces */
export const testAccounts = (own: Partial<CommandServiceDeps['accounts']> = {}): CommandServiceDeps['accounts'] => ({
  ...memoryNotes(),
  displayNames: async (userIds) => new Map(userIds.map((id) => [id, `Name of ${id}`])),
  contacts: async () => new Map(),
  erasedAmong: async () => new Set<string>(),
  knownErasedAmong: async () => new Set<string>(),
  tenantsWithoutOwner: async () => new Set<string>(),
  rememberInvitation: async () => {},
  invitedAddress: async () => 'invited@example.test',
  invitationAcceptance: async () => 'allowed',
  closeInvitation: async () => {},
  openInvitations: async () => [],
  countOpenInvitations: async () => 0,
  invitations: async () => new Map(),
  grantAudit: async () => {},
  endAudit: async () => {},
  notificationsReadUntil: async () => null,
  grantRole: async () => {},
  revokeRole: async () => {},
  ...own,
});
