import { DAY_MS } from '@perktree/contracts/kernel/durations';
import type { ImportedAccount } from '@perktree/identity/import-accounts';
import type { Session } from '@perktree/platform/http/session';
import type { Dice } from './dice.ts';
import { sessionOf } from './people-of-the-past.ts';
import type { Sandbox } from './sandbox.ts';

/** Share of visitors who are signed in. */
const SIGNED_IN = 0.55;
/** Share of signed-in visitors who redeem at the counter. */
const REDEEMS = 0.42;
/** Share of redemptions that the owner reverses some days later. */
const REVERSED = 0.015;

export interface VisitOffer {
  readonly qrId: string;
  readonly siteId: string;
  readonly token: string;
  readonly weight: number;
}

interface Redeemed {
  readonly redemptionId: string;
  readonly at: number;
}

/** Simulates visitors who scan; some of them redeem. */
export class Visits {
  private readonly open: Redeemed[] = [];

  constructor(
    private readonly sandbox: Sandbox,
    private readonly by: {
      readonly dice: Dice;
      readonly customers: readonly ImportedAccount[];
      readonly counters: ReadonlyMap<string, readonly Session[]>;
      readonly owner: Session;
      /** Share of signed-in visitors who redeem at the counter. Default: REDEEMS. */
      readonly redeems?: number;
    },
  ) {}

  /** @param guest the visitor. Default: a random customer, or an anonymous visitor */
  async receive(time: Date, { siteId, token }: VisitOffer, guest?: Session): Promise<void> {
    const { sandbox } = this;
    const { dice, customers, counters, redeems = REDEEMS } = this.by;
    // The previous visitor's redemption may have ended after `time`.
    sandbox.now = new Date(Math.max(time.getTime(), sandbox.now.getTime() + 1_000));
    if (guest === undefined && !dice.happens(SIGNED_IN)) {
      await sandbox.call(null, 'POST', '/api/scan', { token });
      return;
    }
    const customer = guest ?? sessionOf(dice.pick(customers));
    const scan = await sandbox.call<{ redemptionCode?: string }>(customer, 'POST', '/api/scan', { token });
    if (scan.redemptionCode === undefined || !dice.happens(redeems)) return;
    sandbox.now = new Date(sandbox.now.getTime() + dice.between(20, 150) * 1_000);
    const redemptionId = await this.redeem(scan.redemptionCode, dice.pick(counters.get(siteId) ?? []));
    if (redemptionId && dice.happens(REVERSED)) this.open.push({ redemptionId, at: sandbox.now.getTime() });
  }

  /** A customer scans, and redeems with the first of the site's staff. */
  async redeemAs(customer: Session, { siteId, token }: VisitOffer): Promise<void> {
    const [staff] = this.by.counters.get(siteId) ?? [];
    if (!staff) throw new Error(`site ${siteId} has no staff`);
    const scan = await this.sandbox.call<{ redemptionCode: string }>(customer, 'POST', '/api/scan', { token });
    await this.redeem(scan.redemptionCode, staff);
  }

  private async redeem(redemptionCode: string, staff: Session): Promise<string | undefined> {
    const saleAmount = (4 + 56 * this.by.dice.next() ** 2).toFixed(2);
    const { redemption } = await this.sandbox.call<{ redemption?: { id: string } }>(
      staff,
      'POST',
      '/api/staff/redeem',
      { redemptionCode, saleAmount },
    );
    return redemption?.id;
  }

  /** Reverses the chosen redemptions that are more than three days old, half of them only in part. */
  async reverseSome(): Promise<void> {
    const { dice, owner } = this.by;
    const now = this.sandbox.now.getTime();
    for (const { redemptionId } of this.open.splice(0, this.open.filter(({ at }) => now - at > 3 * DAY_MS).length)) {
      await this.sandbox.call(owner, 'POST', `/api/redemptions/${redemptionId}/reverse`, {
        reason: 'Returned by the customer',
        ...(dice.happens(0.5) && { amount: '2.00' }),
      });
    }
  }
}
