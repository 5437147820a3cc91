import type { ClaimedOffer } from '../../qr/decisions/create-qrs.ts';

/** The streams of a QR. Immutable. */
export interface QrPlace {
  readonly qrId: string;
  readonly rootQrId: string;
  readonly siteId: string;
  readonly tenantId: string;
}

/** The QR of a printed token. Immutable. */
export interface TokenTarget extends QrPlace {
  /** Who the token is printed for. */
  readonly kind: 'customer' | 'distributor';
}

export interface QrCounters {
  readonly totalScans: number;
  readonly totalRedemptions: number;
  /** The distributor that created the QR; null: the site's owner, or not known yet. */
  readonly createdBy: string | null;
}

/**
 * Finds the streams of a token or an id, and figures for answers. Nothing here decides: only the streams enforce limits
 * and ownership.
 */
export interface Lookups {
  /**
   * The QR of a printed token, also of a replaced one: the QR's stream has its present tokens. Null: no such token.
   * @throws Refused READ_MODEL_BEHIND if the read model is too far behind to tell
   */
  byToken(token: string): Promise<TokenTarget | null>;
  /** The streams of a QR; null: no such QR. Throws as `byToken` does. */
  byQrId(qrId: string): Promise<QrPlace | null>;
  /** The QR of a redemption; null: no such redemption. Throws as `byToken` does. */
  qrOfRedemption(redemptionId: string): Promise<string | null>;
  /** Totals over all periods for each given id; zeros for a QR that the read model does not know yet. */
  counters(qrIds: readonly string[]): Promise<ReadonlyMap<string, QrCounters>>;
  /** The offers of the QRs that a distributor has claimed on a site. Throws as `byToken` does. */
  claimedOffers(distributorId: string, siteId: string): Promise<readonly ClaimedOffer[]>;
  /** Whether a person has ever claimed a QR of a site. Throws as `byToken` does. */
  hasWorkedOn(distributorId: string, siteId: string): Promise<boolean>;
  /** Ids of the sites that the user is staff of. Throws as `byToken` does. */
  sitesStaffedBy(userId: string): Promise<readonly string[]>;
  /** Caches a QR that this process has just stored, so that the next command need not wait for the read model. */
  remember(place: QrPlace, tokens: { readonly customerToken: string; readonly distributorToken: string }): void;
  /** Clears the caches, after the store has lost events. */
  forget(): void;
}
