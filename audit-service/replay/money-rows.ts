import type { EventData, RecordedEvent } from '@perktree/contracts/catalogue/events';
import { type Currency, toMinor } from '@perktree/contracts/kernel/money';
import { quarterHourOf } from '@perktree/contracts/kernel/time-zone';
import { isOf } from '../stream-history.ts';
import { STATUS_AFTER } from './entry.ts';
import type { MoneyColumn, MoneyTable } from './money-tables.ts';

type Values = Partial<Record<MoneyColumn, string | number | null>>;

/** A row of a read model as history says it; money in minor units. */
export interface ExpectedRow {
  readonly values: Values;
  readonly siteId: string | null;
  readonly distributorId: string | null;
  readonly qrId: string | null;
  readonly key: string;
  /** Position of the last event that changed it. */
  changedAt: number;
  /** The read model has a row of it. */
  isSeen: boolean;
}

type Settling = RecordedEvent<keyof typeof STATUS_AFTER>;
type Place = { readonly siteId: string; readonly tenantId: string; readonly currency: Currency };
type About = Partial<Pick<ExpectedRow, 'siteId' | 'distributorId' | 'qrId'>>;

/**
 * The rows of the read models that show money, folded again from events: payouts, combined entries, redemptions, earnings by
 * month, and sales and commission by quarter of an hour. Ledger entries have a fold of their own.
 */
export class MoneyRows {
  readonly tables = new Map<MoneyTable, Map<string, ExpectedRow>>();

  /** @param hasTimes whether the times of events are exact, so that sums of a time can be compared one by one */
  constructor(readonly hasTimes: boolean) {}

  /** @param at effective time of the event, milliseconds */
  apply(event: RecordedEvent, at: number): void {
    const position = Number(event.position);
    const time = new Date(at).toISOString();
    if (isOf(event, 'BenefitRedeemed') || isOf(event, 'RedemptionConfirmed')) {
      const { data } = event.fact;
      const { redemptionId, siteId, qrId, currency, shares } = data;
      const { customerId, confirmedBy, reference } = data;
      const values = { ...emptyRedemption(data), qr_id: qrId, customer_id: customerId };
      const row = this.row('redemptions', redemptionId, position, values, { siteId, qrId });
      row.values.sale_minor = minor(data.saleAmount, currency);
      row.values.pool_minor = minor(data.pool, currency);
      row.values.confirmed_by = confirmedBy;
      row.values.reference = reference;
      this.earn(data, shares, time, position);
      const isSold = !('awaitsConfirmation' in data && data.awaitsConfirmation);
      const sale = isSold ? minor(data.saleAmount, currency) : 0;
      this.activity(data, { commission: minor(data.pool, currency), sale }, time, position);
    } else if (isOf(event, 'RedemptionReversed')) {
      const { data } = event.fact;
      const { redemptionId, siteId, qrId, currency, shares } = data;
      const row = this.row('redemptions', redemptionId, position, emptyRedemption(data), { siteId, qrId });
      add(row, 'reversed_minor', minor(data.amount, currency));
      this.earn(data, shares, time, position);
      const back = shares.reduce((sum, { amount }) => sum + minor(amount, currency), 0);
      const sale = data.endsWaiting ? 0 : -minor(data.amount, currency);
      this.activity(data, { commission: back, sale }, time, position);
    } else if (isOf(event, 'EntriesCombined')) this.combine(event.fact.data, position);
    else if (event.fact.type in STATUS_AFTER) this.settle(event as Settling, time, position);
  }

  private combine(data: EventData<'EntriesCombined'>, position: number): void {
    const { siteId, distributorId, currency, entryIds, combinedId, amount } = data;
    const values = {
      ...{ site_id: siteId, distributor_id: distributorId, currency, amount_minor: minor(amount, currency) },
      ...{ entry_count: entryIds.length, payout_id: null },
    };
    this.row('combined_entries', combinedId, position, values, { siteId, distributorId });
  }

  private settle(event: Settling, time: string, position: number): void {
    const { data } = event.fact;
    const { siteId, distributorId, currency, entryIds } = data;
    const id = 'payoutId' in data ? data.payoutId : data.writeOffId;
    const status = STATUS_AFTER[event.fact.type];
    const amountMinor = 'amount' in data ? minor(data.amount, currency) : 0;
    const settlement = 'settlement' in data ? data.settlement : 'by_hand';
    const reason = 'writeOffId' in data ? data.reason : null;
    const values = {
      ...{ site_id: siteId, distributor_id: distributorId, currency, amount_minor: amountMinor },
      ...{ entry_count: entryIds.length, settlement, reference: null, note_id: null, write_off_reason: reason },
    };
    const row = this.row('payouts', id, position, values, { siteId, distributorId });
    row.values.status = status;
    noteIn(row, event);
    // It moves no money.
    if (isOf(event, 'PayoutReferenceCorrected')) return;
    const isFreed = status === 'failed' || status === 'cancelled' || status === 'returned';
    for (const entryId of entryIds) {
      const sum = this.tables.get('combined_entries')?.get(entryId);
      if (sum === undefined || (isFreed && sum.values.payout_id !== id)) continue;
      sum.values.payout_id = isFreed ? null : id;
      sum.changedAt = position;
    }
    if (status === 'paid') add(this.earnings(data, distributorId, time, position), 'paid_minor', amountMinor);
    if (status === 'returned') add(this.earnings(data, distributorId, time, position), 'paid_minor', -amountMinor);
    if (status === 'written_off')
      add(this.earnings(data, distributorId, time, position), 'written_off_minor', amountMinor);
  }

  private earn(
    data: Place,
    shares: readonly { readonly ownerId: string; readonly amount: string }[],
    time: string,
    position: number,
  ): void {
    for (const { ownerId, amount } of shares) {
      add(this.earnings(data, ownerId, time, position), 'earned_minor', minor(amount, data.currency));
    }
  }

  private earnings({ siteId, currency }: Place, distributorId: string, time: string, position: number): ExpectedRow {
    const key = this.timed(`${siteId}:${distributorId}:${currency}`, time.slice(0, 'YYYY-MM'.length));
    const values = { earned_minor: 0, paid_minor: 0, written_off_minor: 0 };
    return this.row('earnings', key, position, values, { siteId, distributorId });
  }

  private activity(
    { siteId, tenantId, qrId, currency }: Place & { readonly qrId: string },
    { commission, sale }: { readonly commission: number; readonly sale: number },
    time: string,
    position: number,
  ): void {
    const quarter = quarterHourOf(time);
    const none = { commission_minor: 0, sales_minor: 0 };
    const ofQr = this.row('daily_activity', this.timed(qrId, quarter), position, none, { siteId, qrId });
    add(ofQr, 'commission_minor', commission);
    add(ofQr, 'sales_minor', sale);
    for (const scope of [siteId, tenantId, 'all']) {
      const key = this.timed(`${scope}:${currency}`, quarter);
      const total = this.row(
        'activity_totals',
        key,
        position,
        { commission_minor: 0 },
        scope === siteId ? { siteId } : {},
      );
      add(total, 'commission_minor', commission);
    }
  }

  private timed(key: string, time: string): string {
    return this.hasTimes ? `${key}:${time}` : key;
  }

  /** @param values of a new row */
  private row(
    table: MoneyTable,
    key: string,
    position: number,
    values: Values,
    { siteId = null, distributorId = null, qrId = null }: About,
  ): ExpectedRow {
    const rows = this.tables.get(table) ?? new Map<string, ExpectedRow>();
    this.tables.set(table, rows);
    const row = rows.get(key) ?? { values, siteId, distributorId, qrId, key, changedAt: position, isSeen: false };
    row.changedAt = position;
    rows.set(key, row);
    return row;
  }
}

/** The reference and note of a payout: of its payment, its correction, or its end. */
function noteIn(row: ExpectedRow, { fact }: Settling): void {
  if (fact.type === 'PayoutPaid') row.values.reference = fact.data.reference;
  if (fact.type === 'PayoutReferenceCorrected') row.values.reference = null;
  if ('noteId' in fact.data) row.values.note_id = fact.data.noteId;
}

const minor = (amount: string, currency: Currency) => Number(toMinor(amount, currency));

const emptyRedemption = ({ siteId, currency }: Place) => {
  return { site_id: siteId, currency, sale_minor: 0, pool_minor: 0, reversed_minor: 0 };
};

function add(row: ExpectedRow, column: MoneyColumn, amount: number): void {
  row.values[column] = Number(row.values[column]) + amount;
}
