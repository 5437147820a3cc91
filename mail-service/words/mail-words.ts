import type { SecurityNotice } from '@perktree/contracts/kernel/call';
import type { MailKind } from '@perktree/contracts/notification/mail';
import type { Quota } from '@perktree/contracts/subscription/plans';
import type { DisabledReason } from '@perktree/contracts/webhook/endpoints';

/** The text of a kind of mail. `{name}` stands for a value of its data or of the sender. */
interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** The first paragraph of an invitation, where the account that invites has a name. */
  readonly invitedBy?: string;
  /** The label of the link, for mails that have one. */
  readonly action: string;
  /** Why the recipient gets this mail. */
  readonly reason: string;
}

type DigestLabel =
  | 'scans'
  | 'redemptions'
  | 'sales'
  | 'commission'
  | 'more'
  | 'otherSites'
  | 'flags'
  | 'asDistributor'
  | 'earned'
  | 'owed'
  | 'owes'
  | 'days'
  | 'unsubscribe';

/** All texts of mails in one language. */
export interface MailWords {
  readonly greeting: { readonly named: string; readonly unnamed: string };
  /** Left out of a reason that names the site, where the site has the sender's name. */
  readonly atProduct: string;
  /** Stands before the link in the text part and below the button. */
  readonly linkHint: string;
  readonly quotas: Readonly<Record<Quota, string>>;
  readonly webhookCauses: Readonly<Record<DisabledReason, string>>;
  /** A webhook endpoint whose host is not shown. */
  readonly endpoint: string;
  /** What a sensitive call has done. */
  readonly security: Readonly<Record<SecurityNotice, string>>;
  readonly digest: Readonly<Record<DigestLabel, string>>;
  readonly mails: Readonly<Record<MailKind, MailText>>;
}
