import type { Currency } from '@perktree/contracts/kernel/money';

/** The seven days that a weekly digest is about, Monday to Sunday. */
export interface DigestWeek {
  /** YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
}

export interface DigestSite {
  readonly name: string;
  readonly scans: number;
  readonly redemptions: number;
  /** By currency, as decimal strings. */
  readonly amounts: readonly { readonly currency: Currency; readonly sales: string; readonly commission: string }[];
}

/** A decimal string. */
export interface DigestAmount {
  readonly currency: Currency;
  readonly amount: string;
}

/** What happened in a week, for one person. Null: nothing that concerns this role. */
export interface DigestFigures extends DigestWeek {
  /** Of the days; `UTC` where the sites have different ones. Left out in mails that were queued before sites had zones. */
  readonly timeZone?: string;
  readonly business: {
    /** The sites with most redemptions. */
    readonly sites: readonly DigestSite[];
    /** Further sites on which something happened. */
    readonly otherSites: number;
    /** Flags that were met in the week. */
    readonly flags: number;
  } | null;
  readonly distributor: {
    readonly redemptions: number;
    readonly commission: readonly DigestAmount[];
    /** Owed when the digest was made. */
    readonly owed: readonly DigestAmount[];
  } | null;
}

export interface DigestReader {
  readonly userId: string;
  /** The business that the person owns. */
  readonly tenantId: string | null;
  readonly isDistributor: boolean;
}

/** Those who asked for weekly digests, and the queue of mails to them. */
export interface WeeklyDigests {
  /**
   * People without a digest of this week, who asked for digests by `askedBy` at the latest, by id. No one if mails began
   * after `askedBy`: this week was handled before a restore, or before mail was configured.
   */
  readersOf(wanted: {
    readonly week: DigestWeek;
    readonly askedBy: Date;
    readonly limit: number;
    /** The last person before these; null: from the first on. */
    readonly after: string | null;
  }): Promise<readonly DigestReader[]>;
  /** Queues a digest: once for a person and week. Null: nothing happened, and no mail is sent. */
  queue(reader: DigestReader, week: DigestWeek, figures: DigestFigures | null): Promise<void>;
}
