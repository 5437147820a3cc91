import type { DigestFigures } from '../dashboard/weekly-digest.ts';
import type { Language } from '../kernel/languages.ts';

/** The queue of mails: the account store keeps it, and the mail service sends its mails. */

export const MAIL_KINDS = [
  ...(['verify_address', 'reset_password', 'invite_staff', 'invite_distributor'] as const),
  ...(['claim_confirmed', 'payout_generated', 'payout_paid', 'payout_failed', 'plan_limit_near'] as const),
  ...(['qr_expiring', 'invite_auditor'] as const),
  ...(['payout_not_collected', 'payout_charge_failed', 'payout_returned'] as const),
  ...(['webhook_disabled', 'weekly_digest', 'security_notice', 'chain_head'] as const),
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
/** Mails of an invitation whose address is kept with the invitation. */
export type InvitationMailKind = 'invite_staff' | 'invite_auditor';

/**
 * Ids and figures that the text of a mail states. Nothing personal. `siteId`: the mail has the look of this site; `returnTo`: the
 * link page that its link leads back to, and whose site's look it has.
 */
export type MailData = Readonly<Record<string, string>>;

/** A mail that this process has taken and has to settle before its lease ends. */
export interface DueMail {
  /** The same for each attempt; the Message-ID is made of it. */
  readonly id: string;
  /** Counts from 1. */
  readonly attempt: number;
  readonly kind: MailKind;
  readonly language: Language;
  /** `name` is null where the address is not verified as that of an account, or the account has no name. */
  readonly to: { readonly address: string; readonly name: string | null };
  readonly data: MailData;
  /** Of a digest. */
  readonly figures?: DigestFigures | null;
  /** The token of the link that ends mails of this kind; null: the mail has no such link. */
  readonly unsubscribe?: string | null;
  /** The secret part of the link; null: the mail has no such link. */
  readonly token: string | null;
  /** The account, where it is a customer and nothing else; left out or null: the mail looks like no site's by its account. */
  readonly customerId?: string | null;
  readonly createdAt: Date;
}

/** The look of a mail about a site that hides the product. */
export interface MailBrand {
  readonly name: string;
  /** A PNG. */
  readonly logo: Buffer | null;
  /** Of the button: white text on it can be read. `#rrggbb`; null: the product's. */
  readonly colour: string | null;
}
/** Null: the look of the product. */
export type BrandOfMail = (mail: Pick<DueMail, 'data' | 'customerId'>) => Promise<MailBrand | null>;

/** Postgres notifies on it whenever mails are queued. */
export const MAILS_CHANNEL = 'mails';

/** The queue as the sender sees it. A settled mail is not taken again; settling with an old attempt does nothing. */
export interface MailOutbox {
  /** Takes mails that are due, for LEASE_SECONDS: after that another process takes them again. */
  take(limit: number): Promise<readonly DueMail[]>;
  sent(mail: Pick<DueMail, 'id' | 'attempt'>): Promise<void>;
  /** Tries again after some seconds. @param reason without addresses */
  retry(mail: Pick<DueMail, 'id' | 'attempt'>, afterSeconds: number, reason: string): Promise<void>;
  /** The mail server refused it for good (5xx). @param reason the answer of the mail server */
  bounced(mail: Pick<DueMail, 'id' | 'attempt'>, reason: string): Promise<void>;
  /** It is given up until an operator sends it again. @param reason without addresses */
  failed(mail: Pick<DueMail, 'id' | 'attempt'>, reason: string): Promise<void>;
}

export type MailboxMail = Omit<DueMail, 'attempt'>;

/** An invitation to claim a QR, as its sender sees it. */
export interface SentInvitation {
  readonly id: string;
  readonly email: string;
  /** ISO 8601 UTC. */
  readonly invitedAt: string;
  readonly state: 'queued' | 'sent' | 'bounced' | 'failed';
  /** The mail server's answer to a bounced mail. */
  readonly reason: string | null;
}

/** Mails with the distributor links of QRs. Their addresses exist only in the account store. */
export interface DistributorInvitations {
  /**
   * Queues the mail. The same id is the same mail.
   * @throws Refused MAIL_NOT_SET_UP
   */
  send(invitation: {
    readonly invitationId: string;
    readonly siteId: string;
    readonly qrId: string;
    readonly senderId: string;
    readonly email: string;
    readonly token: string;
    readonly siteName: string;
    /** For an address whose account has no language; null: not known. */
    readonly language: Language | null;
  }): Promise<void>;
  /** The last invitations of a QR by a sender, newest first. */
  listOf(wanted: {
    readonly qrId: string;
    readonly senderId: string;
    readonly limit: number;
  }): Promise<readonly SentInvitation[]>;
}

/** A mail that an event causes. The same id is the same mail. */
export interface NewMail {
  readonly id: string;
  readonly kind: MailKind;
  /** An account, or the owner of a business. */
  readonly to: { readonly userId: string } | { readonly tenantId: string };
  readonly data: MailData;
}

/** The queue as the reaction to events sees it. */
export interface MailFeed {
  /** Begins after this position, unless a checkpoint exists. */
  begin(position: bigint): Promise<void>;
  /**
   * Runs a step after the checkpoint, and stores its mails with the new checkpoint. False: there was nothing to do, or
   * another process is doing it.
   * @param step `since`: events recorded earlier are not mailed. Null: there are no events
   */
  advance(
    step: (
      after: bigint,
      since: Date,
    ) => Promise<{ readonly position: bigint; readonly mails: readonly NewMail[] } | null>,
  ): Promise<boolean>;
}

/** Longer than the longest attempt to send. */
export const LEASE_SECONDS = 120;

/** Mails with the signed head of a day. */
export interface HeadMails {
  /**
   * Queues a mail for each superadmin and auditor, and for each owner of a business if `toOwners`. The same head and account are the
   * same mail. Only to verified addresses.
   */
  queue(head: {
    readonly events: number;
    /** ISO 8601 UTC. */
    readonly signedAt: string;
    /** The head as JSON, which its reader keeps. */
    readonly json: string;
    readonly toOwners: boolean;
  }): Promise<void>;
}
