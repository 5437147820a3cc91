import type { EventData, RedemptionEvent } from '@perktree/contracts/events/catalogue';
import type { Decider } from '../../decider/decider.ts';
import type { ByteReader, ByteWriter } from '../../decider/packed/bytes.ts';
import { PackedMap } from '../../decider/packed/packed-map.ts';
import type { StateSnapshots } from '../../decider/packed/state-snapshots.ts';

/** A redemption whose shares wait until staff confirm it, with what its shares are computed from. */
interface AwaitedRedemption
  extends Pick<
    EventData<'BenefitRedeemed'>,
    'redemptionId' | 'scanId' | 'path' | 'holdDays' | 'ruleVersion' | 'ruleSettings'
  > {
  /** ISO 8601 UTC: from then on it cannot be confirmed. */
  readonly until: string;
}

/** What one customer has redeemed of a QR in one issue period. */
interface CustomerRedemptions {
  /** The scans that were redeemed, oldest first; reversed ones stay. */
  readonly scanIds: readonly string[];
  /** Redemptions that count towards the limit: those whose slot a reversal has freed do not. */
  readonly counted: number;
  /** Neither confirmed nor reversed, lapsed ones included. */
  readonly awaited: readonly AwaitedRedemption[];
}

/** The redemptions of one QR, as far as limits need them. Keys: the period; the period and the customer. */
export interface RedemptionsState {
  readonly countedByPeriod: PackedMap<number>;
  readonly byPeriodAndCustomer: PackedMap<CustomerRedemptions>;
}

const counts = {
  write: (out: ByteWriter, count: number) => out.text(String(count)),
  read: (bytes: ByteReader) => Number(bytes.text()),
};
const customers = {
  write(out: ByteWriter, { scanIds, counted, awaited }: CustomerRedemptions) {
    counts.write(out, counted);
    out.uint(scanIds.length);
    for (const scanId of scanIds) out.text(scanId);
    // JSON suffices: few redemptions await confirmation at any time.
    out.text(awaited.length === 0 ? '' : JSON.stringify(awaited));
  },
  read(bytes: ByteReader): CustomerRedemptions {
    const counted = counts.read(bytes);
    const scanIds = Array.from({ length: bytes.uint() }, () => bytes.text());
    const awaited = bytes.text();
    return { scanIds, counted, awaited: awaited === '' ? [] : JSON.parse(awaited) };
  },
};

const NO_REDEMPTIONS: RedemptionsState = {
  countedByPeriod: PackedMap.empty(counts),
  byPeriodAndCustomer: PackedMap.empty(customers),
};

/** The stream of a QR has no maximum length, so it needs snapshots. */
export const redemptionsSnapshots: StateSnapshots<RedemptionsState> = {
  name: 'redemptions',
  version: 3,
  write(out, { countedByPeriod, byPeriodAndCustomer }) {
    out.block(countedByPeriod.toBytes());
    out.block(byPeriodAndCustomer.toBytes());
  },
  read: (bytes) => ({
    countedByPeriod: PackedMap.of(counts, bytes.block()),
    byPeriodAndCustomer: PackedMap.of(customers, bytes.block()),
  }),
};

const NONE: CustomerRedemptions = { scanIds: [], counted: 0, awaited: [] };
type Whose = Pick<EventData<'BenefitRedeemed'>, 'period' | 'customerId'>;

export const redemptionsDecider: Decider<RedemptionsState, RedemptionEvent> = {
  initialState: NO_REDEMPTIONS,
  snapshots: redemptionsSnapshots,
  evolve(state, event) {
    switch (event.type) {
      case 'BenefitRedeemed': {
        const { scanId } = event.data;
        return counted(state, event.data, 1, (customer) => ({
          ...customer,
          scanIds: [...customer.scanIds, scanId],
          awaited: [...customer.awaited, ...awaitedIn(event.data)],
        }));
      }
      case 'RedemptionConfirmed':
        return counted(state, event.data, 0, (customer) => withoutAwaited(customer, event.data.redemptionId));
      case 'RedemptionReversed': {
        const { endsWaiting, slotFreed, redemptionId } = event.data;
        if (endsWaiting === null && !slotFreed) return state;
        return counted(state, event.data, slotFreed ? -1 : 0, (customer) => withoutAwaited(customer, redemptionId));
      }
    }
  },
};

/** Redemptions that count towards `maxRedemptions` in an issue period. */
export function redemptionsInPeriod(state: RedemptionsState, period: number): number {
  return state.countedByPeriod.get(String(period)) ?? 0;
}

export function redemptionsOfCustomer(
  state: RedemptionsState,
  period: number,
  customerId: string,
): CustomerRedemptions {
  return state.byPeriodAndCustomer.get(`${period} ${customerId}`) ?? NONE;
}

/** The redemption of a scan that awaits confirmation, lapsed or not. */
export function awaitedRedemption(
  state: RedemptionsState,
  { period, customerId, scanId }: Pick<EventData<'QrScanned'>, 'period' | 'customerId' | 'scanId'>,
): AwaitedRedemption | undefined {
  if (customerId === null) return undefined;
  return redemptionsOfCustomer(state, period, customerId).awaited.find((one) => one.scanId === scanId);
}

function awaitedIn({
  awaitsConfirmation,
  redemptionId,
  scanId,
  path,
  holdDays,
  ruleVersion,
  ruleSettings,
}: EventData<'BenefitRedeemed'>): readonly AwaitedRedemption[] {
  if (awaitsConfirmation === null) return [];
  return [{ redemptionId, scanId, path, holdDays, ruleVersion, ruleSettings, until: awaitsConfirmation.until }];
}

function withoutAwaited(customer: CustomerRedemptions, redemptionId: string): CustomerRedemptions {
  return { ...customer, awaited: customer.awaited.filter((one) => one.redemptionId !== redemptionId) };
}

function counted(
  state: RedemptionsState,
  { period, customerId }: Whose,
  change: -1 | 0 | 1,
  changed: (customer: CustomerRedemptions) => CustomerRedemptions,
): RedemptionsState {
  const customer = changed(redemptionsOfCustomer(state, period, customerId));
  return {
    countedByPeriod:
      change === 0
        ? state.countedByPeriod
        : state.countedByPeriod.with(String(period), redemptionsInPeriod(state, period) + change),
    byPeriodAndCustomer: state.byPeriodAndCustomer.with(`${period} ${customerId}`, {
      ...customer,
      counted: customer.counted + change,
    }),
  };
}
