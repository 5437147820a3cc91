import type { EventData, RedemptionEvent } from '@perktree/contracts/catalogue/events';
import type { Fold, StateSnapshots } from '../../engine/fold.ts';
import type { ByteReader, ByteWriter } from '../../engine/packed/bytes.ts';
import { PackedMap } from '../../engine/packed/packed-map.ts';

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

/** The redemptions of one QR, as far as limits need them, and where the events of each are. */
export interface RedemptionsState {
  readonly countedByPeriod: PackedMap<number>;
  /** Keys: the period and the customer. */
  readonly byPeriodAndCustomer: PackedMap<CustomerRedemptions>;
  /** Revisions of the events of a redemption, by its id: a reversal reads these instead of the whole stream. */
  readonly revisionsByRedemption: PackedMap<readonly number[]>;
  readonly nextRevision: number;
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

const revisions = {
  write(out: ByteWriter, all: readonly number[]) {
    out.uint(all.length);
    for (const revision of all) out.uint(revision);
  },
  read: (bytes: ByteReader): readonly number[] => Array.from({ length: bytes.uint() }, () => bytes.uint()),
};

const NO_REDEMPTIONS: RedemptionsState = {
  countedByPeriod: PackedMap.empty(counts),
  byPeriodAndCustomer: PackedMap.empty(customers),
  revisionsByRedemption: PackedMap.empty(revisions),
  nextRevision: 0,
};

/** The stream of a QR has no maximum length, so it needs snapshots. */
export const redemptionsSnapshots: StateSnapshots<RedemptionsState> = {
  name: 'redemptions',
  version: 4,
  write(out, { countedByPeriod, byPeriodAndCustomer, revisionsByRedemption, nextRevision }) {
    out.block(countedByPeriod.toBytes());
    out.block(byPeriodAndCustomer.toBytes());
    out.block(revisionsByRedemption.toBytes());
    out.uint(nextRevision);
  },
  read: (bytes) => ({
    countedByPeriod: PackedMap.fromBytes(counts, bytes.block()),
    byPeriodAndCustomer: PackedMap.fromBytes(customers, bytes.block()),
    revisionsByRedemption: PackedMap.fromBytes(revisions, bytes.block()),
    nextRevision: bytes.uint(),
  }),
};

const NONE: CustomerRedemptions = { scanIds: [], counted: 0, awaited: [] };
type Whose = Pick<EventData<'BenefitRedeemed'>, 'period' | 'customerId'>;

export const redemptionsFold: Fold<RedemptionsState, RedemptionEvent> = {
  initialState: NO_REDEMPTIONS,
  // The state keeps ids and revisions, but no shares.
  bytesOf: () => 250,
  snapshots: redemptionsSnapshots,
  evolve: (state, event) => ({ ...limitsAfter(state, event), ...indexAfter(state, event.data) }),
};

type Limits = Pick<RedemptionsState, 'countedByPeriod' | 'byPeriodAndCustomer'>;

function limitsAfter(state: Limits, event: RedemptionEvent): Limits {
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
}

type Index = Pick<RedemptionsState, 'revisionsByRedemption' | 'nextRevision'>;

function indexAfter(
  { revisionsByRedemption, nextRevision }: Index,
  { redemptionId }: { readonly redemptionId: string },
): Index {
  const all = [...(revisionsByRedemption.get(redemptionId) ?? []), nextRevision];
  return { revisionsByRedemption: revisionsByRedemption.with(redemptionId, all), nextRevision: nextRevision + 1 };
}

/** The revisions of a redemption's events, oldest first; empty: the QR has no such redemption. */
export function revisionsOf({ revisionsByRedemption }: RedemptionsState, redemptionId: string): readonly number[] {
  return revisionsByRedemption.get(redemptionId) ?? [];
}

/** Redemptions that count towards `maxRedemptions` in an issue period. */
export function redemptionsInPeriod(state: Limits, period: number): number {
  return state.countedByPeriod.get(String(period)) ?? 0;
}

export function redemptionsOfCustomer(state: Limits, period: number, customerId: string): CustomerRedemptions {
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

function awaitedIn(data: EventData<'BenefitRedeemed'>): readonly AwaitedRedemption[] {
  const { awaitsConfirmation, redemptionId, scanId, path, holdDays, ruleVersion, ruleSettings } = data;
  if (awaitsConfirmation === null) return [];
  return [{ redemptionId, scanId, path, holdDays, ruleVersion, ruleSettings, until: awaitsConfirmation.until }];
}

function withoutAwaited(customer: CustomerRedemptions, redemptionId: string): CustomerRedemptions {
  return { ...customer, awaited: customer.awaited.filter((one) => one.redemptionId !== redemptionId) };
}

function counted(
  state: Limits,
  { period, customerId }: Whose,
  change: -1 | 0 | 1,
  changed: (customer: CustomerRedemptions) => CustomerRedemptions,
): Limits {
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
