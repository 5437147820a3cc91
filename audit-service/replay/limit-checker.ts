import type { EventData } from '@perktree/contracts/catalogue/events';
import type { SiteConfiguration } from '@perktree/contracts/site/configuration';
import type { Findings } from './finding.ts';
import type { QrVersion } from './tree-history.ts';

type Redeemed = EventData<'BenefitRedeemed'>;

/** What counts towards the limits of a QR in one issue period. */
interface Slots {
  readonly period: number;
  count: number;
  readonly byCustomer: Map<string, number>;
  readonly scanIds: Set<string>;
}

/** Periods of a QR that a redemption may still come for: the newest, and the one before. */
const KEPT_PERIODS = 2;

/** Checks redemption limits: per QR and per customer in an issue period, once a scan, and never by an earner of the path. */
export class LimitChecker {
  private readonly byQr = new Map<string, Slots[]>();

  take(
    data: Redeemed,
    then: { readonly qr: QrVersion | undefined; readonly rules: readonly SiteConfiguration[]; readonly at: number },
    findings: Findings,
  ): void {
    const { qrId, period, customerId, scanId } = data;
    const { qr, rules, at } = then;
    const about = { qrId };
    const slots = this.slotsOf(qrId, period);
    slots.count += 1;
    const own = (slots.byCustomer.get(customerId) ?? 0) + 1;
    slots.byCustomer.set(customerId, own);
    if (slots.scanIds.has(scanId)) findings.note('redemptions of a scan', 'one', 'another one', about);
    slots.scanIds.add(scanId);

    if (data.path.some(({ ownerId }) => ownerId === customerId)) {
      findings.note('customer of the redemption', 'a customer who does not earn from it', customerId, about);
    }
    if (qr === undefined) return;
    findings.equal('issue period', qr.period, period, about);
    findings.equal('QR is active', true, qr.isActive, about);
    if (at >= qr.expiresAt) {
      findings.note(
        'time of the redemption',
        `before ${new Date(qr.expiresAt).toISOString()}`,
        new Date(at).toISOString(),
      );
    }
    if (qr.maxRedemptions !== null && slots.count > qr.maxRedemptions) {
      findings.note('redemptions of an issue period', `at most ${qr.maxRedemptions}`, slots.count, about);
    }
    const limits = rules.map(({ maxRedemptionsPerCustomer }) => maxRedemptionsPerCustomer ?? Number.POSITIVE_INFINITY);
    const max = Math.max(...limits);
    if (limits.length > 0 && own > max) findings.note('redemptions of a customer', `at most ${max}`, own, about);
  }

  /** A reversal frees the slot. */
  free({ qrId, period, customerId }: Pick<Redeemed, 'qrId' | 'period' | 'customerId'>): void {
    const slots = this.byQr.get(qrId)?.find((one) => one.period === period);
    if (slots === undefined) return;
    slots.count -= 1;
    slots.byCustomer.set(customerId, (slots.byCustomer.get(customerId) ?? 0) - 1);
  }

  private slotsOf(qrId: string, period: number): Slots {
    const kept = this.byQr.get(qrId) ?? [];
    const known = kept.find((one) => one.period === period);
    if (known !== undefined) return known;
    const slots: Slots = { period, count: 0, byCustomer: new Map(), scanIds: new Set() };
    this.byQr.set(qrId, [...kept, slots].slice(-KEPT_PERIODS));
    return slots;
  }
}
