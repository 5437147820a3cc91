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
  rememberInvitation(invitation: {
    invitationId: string;
    siteId: string;
    email: string;
    /** ISO 8601 UTC. */
    expiresAt: string;
  }): Promise<void>;
  /** Whether the address of an invitation is that of another account, and verified by the sign-in provider. */
  isInvitationOfOther(invitation: { invitationId: string; siteId: string; userId: string }): Promise<boolean>;
  /** The invitation was accepted or withdrawn: it is listed no more. */
  closeInvitation(invitation: { invitationId: string; siteId: string }): Promise<void>;
  /** Invitations of a site that can be accepted at this time, newest first, with the addresses they were made for. */
  openInvitations(
    siteId: string,
    now: Date,
  ): Promise<
    readonly {
      readonly invitationId: string;
      readonly email: string;
      readonly invitedAt: string;
      readonly expiresAt: string;
    }[]
  >;
  /** Name and e-mail of users, for lists that a site owner sees. Erased accounts are left out. */
  contacts(userIds: readonly string[]): Promise<ReadonlyMap<string, { name: string; email: string }>>;
  /** Which of these accounts do not exist: erased ones, and those that a restored account store lacks. */
  erasedAmong(userIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Which of these accounts were erased for certain. A missing row alone does not count: a restore may have lost it. */
  knownErasedAmong(userIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Finds an account by what only the account store knows of it. */
export interface AccountSearch {
  /** The id of the account with this address, however it is typed; null: there is none, or it was erased. */
  idOfEmail(email: string): Promise<string | null>;
}

/**
 * Texts that people write about others. No event may hold them: they are kept beside the accounts, and go as soon as
 * anybody whom they may be about is erased.
 */
export interface NoteTexts {
  /** Keeps a text; what is kept under the id already stays as it is. `about`: the author and everybody concerned. */
  rememberNote(note: { noteId: string; authorId: string; about: readonly string[]; text: string }): Promise<void>;
  /** For a note whose command was refused after all. */
  forgetNote(noteId: string): Promise<void>;
  /** Texts by the ids of their notes; those that were erased are left out. */
  noteTexts(noteIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Sessions of superadmins that see the product as somebody else. */
export interface Views {
  /** What somebody may be seen as; null: there is no such account. */
  rolesOf(userId: string): Promise<readonly Role[] | null>;
  /** From now until then (ISO 8601 UTC) the session is the person's, for reading. */
  beginView(view: {
    readonly viewId: string;
    readonly sessionId: string;
    readonly viewerId: string;
    readonly userId: string;
    readonly role: Role;
    readonly until: string;
  }): Promise<void>;
  /** What a session sees the product as; null: as itself. Also a view that is over and has not been ended yet. */
  viewOf(sessionId: string): Promise<{ readonly viewId: string; readonly userId: string } | null>;
  /** The session is the viewer's own again; a view that has ended stays so. */
  endView(viewId: string): Promise<void>;
  /** Views that are over, and not by their viewers' doing. */
  endedViews(): Promise<
    readonly { readonly viewId: string; readonly userId: string; readonly ended: 'expired' | 'signed_out' }[]
  >;
}
