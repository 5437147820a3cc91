import type { Role } from '@perktree/contracts/kernel/envelope';
import type { ViewReason } from '@perktree/contracts/support/view-as-calls';
import type { Language } from '../kernel/languages.ts';
import type { InvitationMailKind, MailData } from '../notification/mail.ts';

export interface OpenInvitation {
  readonly invitationId: string;
  readonly email: string;
  /** ISO 8601 UTC. */
  readonly invitedAt: string;
  readonly expiresAt: string;
  /** Of the mail with its link; null: none was sent. */
  readonly mail: { readonly state: 'queued' | 'sent' | 'bounced' | 'failed'; readonly reason: string | null } | null;
}

export interface WantedInvitations {
  readonly siteId: string;
  readonly now: Date;
  /** Words in lower case without accents; the address contains each of them. */
  readonly words: readonly string[];
  readonly oldestFirst: boolean;
  /** Null: all. */
  readonly limit: number | null;
  /** Time and id of the last invitation before the page; null: from the start. */
  readonly after: readonly [string, string] | null;
}

/** The account store as other services see it. Names and addresses exist only there. */
export interface Accounts {
  /**
   * Names to show for user ids: "First Last", else "Unnamed user"; "Deleted user" for an erased account. Of an API key its
   * name.
   * The answer contains every requested id.
   */
  displayNames(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Adds a role to an account. Idempotent. */
  grantRole(userId: string, role: Role): Promise<void>;
  /** Takes a role away, at once: sessions of the account no longer carry it. */
  revokeRole(userId: string, role: Role): Promise<void>;
  /**
   * Keeps the address that an invitation went to, which no event may hold. Where mail is configured, sends it the link. Again
   * with a later `expiresAt`: the invitation is sent again. @param invitation.siteId of an auditor's invitation the stream
   */
  rememberInvitation(invitation: {
    invitationId: string;
    siteId: string;
    email: string;
    /** ISO 8601 UTC. */
    expiresAt: string;
    /** Null: no mail is sent. */
    mail: {
      kind: InvitationMailKind;
      token: string;
      /** What its text states; `inviterId` is the account that invites. */
      data: MailData;
      /** For an address whose account has no language; null: not known. */
      language: Language | null;
      /** Tells the mail from an earlier one of the same invitation; null: there is one mail. */
      repeat: string | null;
    } | null;
  }): Promise<void>;
  /** The address that an invitation is for; null once the account with it was erased. */
  invitedAddress(invitation: { invitationId: string; siteId: string }): Promise<string | null>;
  /**
   * Whether the account may accept an invitation: only the account with its address may, once it is verified where mails are
   * sent. None may once the account with its address was erased, which has to be verified where mails are sent.
   */
  invitationAcceptance(invitation: {
    invitationId: string;
    siteId: string;
    userId: string;
  }): Promise<'allowed' | 'other_account' | 'unverified'>;
  /** Removes an invitation that was accepted or withdrawn. */
  closeInvitation(invitation: { invitationId: string; siteId: string }): Promise<void>;
  /** The addresses of invitations, and the newest mail of each, by id. Those whose address was deleted are left out. */
  invitations(invitationIds: readonly string[]): Promise<ReadonlyMap<string, Pick<OpenInvitation, 'email' | 'mail'>>>;
  /** Lets an account read the records of a business, or of the platform (null), until then (ISO 8601 UTC). Idempotent. */
  grantAudit(audit: { auditorId: string; userId: string; tenantId: string | null; until: string }): Promise<void>;
  /** Ends it, at once. */
  endAudit(auditorId: string): Promise<void>;
  /** Invitations of a site that can be accepted at this time, with the addresses they were made for. */
  openInvitations(wanted: WantedInvitations): Promise<readonly OpenInvitation[]>;
  countOpenInvitations(wanted: Pick<WantedInvitations, 'siteId' | 'now' | 'words'>): Promise<number>;
  /** Name and e-mail of users, for lists that a site owner sees. Erased accounts are left out. */
  contacts(userIds: readonly string[]): Promise<ReadonlyMap<string, { name: string; email: string }>>;
  /** Until when the account has read its notifications, ISO 8601 UTC; null: none of them. */
  notificationsReadUntil(userId: string): Promise<string | null>;
  /** Which of these accounts do not exist: erased ones, and those that a restored account store lacks. */
  erasedAmong(userIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Which of these accounts were erased for certain. A missing row alone does not count: a restore may have lost it. */
  knownErasedAmong(userIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Which of these tenants have lost their owner, whose account was erased. A tenant that is not stored does not count. */
  tenantsWithoutOwner(tenantIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Finds an account by what only the account store knows of it. */
export interface AccountSearch {
  /** The id of the account with this address, in any letter case; null if it does not exist or was erased. */
  idOfEmail(email: string): Promise<string | null>;
  /**
   * Accounts whose name or address has a word that begins with each of these, in no order.
   * @param words as `wordsIn` has them
   */
  accountsByWords(words: readonly string[], limit: number): Promise<readonly FoundAccount[]>;
  /** Accounts with an id between two UUIDs, and owners of businesses with one. */
  accountsByIds(from: string, to: string, limit: number): Promise<readonly FoundAccount[]>;
}

export interface FoundAccount {
  /** Null: the owner of the business, whose account was erased. */
  readonly id: string | null;
  readonly name: string;
  readonly email: string | null;
  readonly roles: readonly Role[];
  readonly tenantId: string | null;
}

/**
 * Texts that people write about others. No event may hold them: they are stored with the accounts, and deleted
 * when a person that they may be about is erased.
 */
export interface NoteTexts {
  /**
   * Stores a text with its salt, unless the id already has one. `about`: the author and all people concerned.
   * @returns the salt that is stored: this one, or that of a concurrent call. Null: no event may hold the hash of this text
   */
  rememberNote(note: {
    noteId: string;
    authorId: string;
    about: readonly string[];
    text: string;
    salt: string;
    /** Evidence of a payment: it is kept until then, also if a person it is about is erased; ISO 8601 UTC. */
    keptUntil?: string | undefined;
  }): Promise<string | null>;
  /** Keeps texts as evidence of a payment until then, or as long as they are kept already. */
  keepNotes(noteIds: readonly string[], until: string): Promise<void>;
  /** Until when texts about a person are kept after an erasure now, ISO 8601 UTC; null: none of them. */
  keptAfterErasure(userId: string): Promise<string | null>;
  /** For a note whose command was refused after all. */
  forgetNote(noteId: string): Promise<void>;
  /** Texts by the ids of their notes; those that were erased are left out. */
  noteTexts(noteIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** What is stored of the notes, for the comparison with the hashes in events. Notes without a row are left out. */
  saltedTexts(noteIds: readonly string[]): Promise<ReadonlyMap<string, SaltedText>>;
}

/** A text outside the events, beside the salt of its hash. */
export interface SaltedText {
  /** Null: erased, or deleted in the database. */
  readonly text: string | null;
  /** 64 hex digits; null with the text, and for texts from before hashes. */
  readonly salt: string | null;
  /** People whose erasure has erased text and salt; empty where the text is there, or no such person was erased. */
  readonly erasedPeople: readonly string[];
}

export interface AccountPictures {
  ownsPicture(tenantId: string, hash: string): Promise<boolean>;
  /** The PNG; null if none exists any longer. */
  pictureContent(hash: string): Promise<Buffer | null>;
}

/** Sessions in which superadmins view the product as another user. */
export interface Views {
  /** The roles in which a user can be viewed; null for an unknown account. */
  rolesOf(userId: string): Promise<readonly Role[] | null>;
  /**
   * From now until then (ISO 8601 UTC) the session is the person's, for reading. Recorded among the looks that the owner of a
   * business reads, if the person is one.
   */
  beginView(view: {
    readonly viewId: string;
    readonly sessionId: string;
    readonly viewerId: string;
    readonly userId: string;
    readonly role: Role;
    readonly reason: ViewReason;
    readonly note: string | null;
    readonly until: string;
  }): Promise<void>;
  /** The view of a session, including an expired one that was not ended yet; null without a view. */
  viewOf(sessionId: string): Promise<{ readonly viewId: string; readonly userId: string } | null>;
  /** The session is the viewer's own again; a view that has ended stays so. */
  endView(viewId: string): Promise<void>;
  /** Views that are over, and not by their viewers' doing. */
  endedViews(): Promise<
    readonly { readonly viewId: string; readonly userId: string; readonly ended: 'expired' | 'signed_out' }[]
  >;
}
