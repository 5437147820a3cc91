import { hash } from 'node:crypto';
import type { EventData } from '@perktree/contracts/catalogue/events';
import type { FlagKind } from '@perktree/contracts/flag/rules';
import { uuidOfHash } from '@perktree/contracts/kernel/uuid';

export interface FlagSubject {
  readonly kind: FlagKind;
  readonly staffId: string | null;
  readonly customerId: string | null;
  readonly deviceId: string | null;
  readonly networkId: string | null;
}

/** A confirmation names no device and no network: those of the redemption have been seen. */
type Redeemed = EventData<'BenefitRedeemed' | 'RedemptionConfirmed'>;

/** The subjects that a redemption may be flagged for, at most one of each kind. */
function subjectsOf(data: Redeemed): readonly FlagSubject[] {
  const { confirmedVia, confirmedBy, customerId } = data;
  const deviceId = 'deviceId' in data ? data.deviceId : null;
  const networkId = 'networkId' in data ? data.networkId : null;
  const none = { staffId: null, customerId: null, deviceId: null, networkId: null };
  const subjects: FlagSubject[] = [];
  if (confirmedVia !== 'self') {
    subjects.push({ ...none, kind: 'staff_burst', staffId: confirmedBy });
    subjects.push({ ...none, kind: 'same_staff_and_customer', staffId: confirmedBy, customerId });
  }
  if (deviceId) subjects.push({ ...none, kind: 'shared_device', deviceId });
  if (networkId) subjects.push({ ...none, kind: 'network_burst', networkId });
  if (isSale(data)) subjects.push({ ...none, kind: 'unusual_sale' });
  return subjects;
}

/** A redemption that awaits confirmation does not count as a sale yet. */
const isSale = (data: Redeemed) => !('awaitsConfirmation' in data && data.awaitsConfirmation !== null);

function flagId(siteId: string, { kind, staffId, customerId, deviceId, networkId }: FlagSubject): string {
  const text = JSON.stringify([siteId, kind, staffId, customerId, deviceId ?? networkId]);
  return uuidOfHash(hash('sha256', text, 'hex'));
}

/** More than a batch contains. */
const MAX_KNOWN = 1_000;
/** Cached by the data object. Not a WeakMap, which costs 20 µs of garbage collection per entry. */
const known = new Map<Redeemed, ReadonlyMap<string, FlagSubject>>();

/** The subjects of a redemption by row key. Cached, because an event is hashed once and used several times. */
export function subjectsById(data: Redeemed): ReadonlyMap<string, FlagSubject> {
  const found = known.get(data);
  if (found !== undefined) return found;
  const subjects = new Map(subjectsOf(data).map((subject) => [flagId(data.siteId, subject), subject]));
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(data, subjects);
  return subjects;
}
