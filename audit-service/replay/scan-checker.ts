import type { EventData, RecordedEvent } from '@perktree/contracts/catalogue/events';
import { CLOCK_DISORDER_MS, DAY_MS } from '@perktree/contracts/kernel/durations';
import { isOf } from '../stream-history.ts';
import { interning } from './entry.ts';
import type { Findings } from './finding.ts';
import { HashSet } from './hash-set.ts';
import type { SiteRulesHistory } from './site-rules.ts';
import type { TreeHistory } from './tree-history.ts';

type Redeemed = EventData<'BenefitRedeemed'>;
type Confirmed = EventData<'RedemptionConfirmed'>;
type Scanned = EventData<'QrScanned'>;

/** A customer's scan that may still be redeemed or confirmed: about 300 bytes. Times in milliseconds. */
interface OpenScan {
  readonly qrId: string;
  readonly customerId: string;
  readonly period: number;
  readonly deviceId: string | null;
  readonly benefit: string;
  readonly at: number;
  readonly expiresAt: number;
  /** The redemption that awaits confirmation. */
  redemptionId: string | null;
  /** The till's reference that is bound to it. */
  reference: string | null;
}

interface Reservation {
  readonly scanId: string;
  readonly expiresAt: number;
}

interface Then {
  readonly trees: TreeHistory;
  readonly sites: SiteRulesHistory;
}

/** Fewest open scans before those that have expired are dropped. */
const SWEPT_FROM = 5_000;

/**
 * Each redemption has the open scan of its customer, each scan its QR and its code. Kept are the scans and codes that are open,
 * and a hash of the id of each scan.
 */
export class ScanChecker {
  private readonly ids = new HashSet();
  private readonly open = new Map<string, OpenScan>();
  private readonly codes = new Map<string, Reservation>();
  private readonly once = interning();
  private sweepAt = SWEPT_FROM;
  /** The earliest clock since the last sweep: a clock that was ahead must not drop open scans. */
  private earliest = Number.POSITIVE_INFINITY;

  /** @param checksCodes whether the replay has the streams of codes and of tills' references */
  constructor(private readonly checksCodes: boolean) {}

  apply(event: RecordedEvent, then: Then, findings: Findings): void {
    const at = Date.parse(event.metadata.recordedAt);
    this.earliest = Math.min(this.earliest, at);
    if (isOf(event, 'QrScanned')) this.scan(event.fact.data, { at, ...then }, findings);
    else if (isOf(event, 'RedemptionCodeReserved')) this.reserve(event.fact.data, at, findings);
    else if (isOf(event, 'TillReferenceUsed')) this.bind(event.fact.data, event.revision, findings);
    else if (isOf(event, 'BenefitRedeemed')) this.redeem(event.fact.data, at, findings);
    else if (isOf(event, 'RedemptionConfirmed')) this.confirm(event.fact.data, findings);
  }

  private scan(data: Scanned, { at, trees, sites }: Then & { readonly at: number }, findings: Findings): void {
    const { scanId, qrId, rootQrId, siteId, period, customerId, deviceId, redemptionCode } = data;
    if (!this.ids.add(scanId)) findings.note('scan of an id', 'one', `another ${scanId}`);
    const expiresAt = Date.parse(data.expiresAt);
    const tree = trees.find(rootQrId);
    const isOffered = trees.hadPeriod(rootQrId, qrId, { period, expiresAt });
    if (tree?.siteId !== siteId || !isOffered) findings.note('QR of a scan', 'a QR of the site in this period', qrId);
    if (at >= expiresAt) findings.note('time of a scan', `before ${isoOf(expiresAt)}`, isoOf(at));
    sites.checkActive(siteId, at, findings);
    findings.equal('scan of a visitor has no code', customerId === null, redemptionCode === null);
    findings.equal('scan of a visitor has no token', customerId === null, data.redemptionToken === null);
    if (customerId === null) return;
    if (this.checksCodes) {
      const reserved = this.codes.get(`${siteId} ${redemptionCode}`)?.scanId ?? null;
      findings.equal('scan that holds the code', scanId, reserved);
    }
    const { once } = this;
    this.open.set(scanId, {
      qrId: once(qrId),
      customerId: once(customerId),
      period,
      at,
      expiresAt,
      redemptionId: null,
      reference: null,
      deviceId: deviceId && once(deviceId),
      benefit: once(JSON.stringify(data.benefit)),
    });
    if (this.open.size + this.codes.size > this.sweepAt) this.sweep();
  }

  private reserve(data: EventData<'RedemptionCodeReserved'>, at: number, findings: Findings): void {
    const { siteId, code, scanId } = data;
    const key = `${siteId} ${code}`;
    const held = this.codes.get(key);
    const isHeld = held !== undefined && held.scanId !== scanId && at < held.expiresAt - CLOCK_DISORDER_MS;
    if (isHeld) findings.note('code that is reserved', 'one that no open scan has', `held by ${held.scanId}`);
    this.codes.set(key, { scanId, expiresAt: Date.parse(data.expiresAt) });
  }

  private bind(data: EventData<'TillReferenceUsed'>, revision: number, findings: Findings): void {
    const scan = this.open.get(data.scanId);
    if (revision !== 0) findings.note('reference of a till', 'one that is used once', data.scanId);
    if (scan?.qrId !== data.qrId) findings.note('scan of a reference', 'an open scan of the QR', data.scanId);
    if (scan !== undefined) scan.reference = data.reference;
  }

  private redeem(data: Redeemed, at: number, findings: Findings): void {
    const { scanId, qrId, customerId, period, deviceId, benefit, redemptionId } = data;
    const scan = this.open.get(scanId);
    if (scan === undefined) {
      findings.note('scan of the redemption', 'an open scan of the customer', scanId, { qrId });
      return;
    }
    findings.equal('QR of the scan', scan.qrId, qrId);
    findings.equal('customer of the scan', scan.customerId, customerId);
    findings.equal('issue period of the scan', scan.period, period);
    findings.equal('benefit of the scan', scan.benefit, JSON.stringify(benefit));
    // Older redemptions have none.
    if (deviceId !== null) findings.equal('device of the scan', scan.deviceId, deviceId);
    if (at < scan.at - CLOCK_DISORDER_MS) {
      findings.note('time of the redemption', `not before ${isoOf(scan.at)}`, isoOf(at));
    }
    this.checkReference(data, scan, findings);
    if (data.awaitsConfirmation === null) this.open.delete(scanId);
    else scan.redemptionId = redemptionId;
  }

  private confirm(data: Confirmed, findings: Findings): void {
    const { scanId, redemptionId } = data;
    const scan = this.open.get(scanId);
    findings.equal('redemption of the scan', redemptionId, scan?.redemptionId ?? null);
    if (scan !== undefined) this.checkReference(data, scan, findings);
    this.open.delete(scanId);
  }

  private checkReference({ reference }: Redeemed | Confirmed, scan: OpenScan, findings: Findings): void {
    if (reference !== null && this.checksCodes) findings.equal('reference of the till', scan.reference, reference);
  }

  /** Drops what had expired a day before every clock since the last time. */
  private sweep(): void {
    const before = this.earliest - DAY_MS;
    for (const [scanId, { expiresAt }] of this.open) if (expiresAt < before) this.open.delete(scanId);
    for (const [code, { expiresAt }] of this.codes) if (expiresAt < before) this.codes.delete(code);
    this.sweepAt = Math.max(SWEPT_FROM, 2 * (this.open.size + this.codes.size));
    this.earliest = Number.POSITIVE_INFINITY;
  }
}

const isoOf = (at: number) => new Date(at).toISOString();
