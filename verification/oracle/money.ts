import { type Audited, auditHistory } from '@perktree/audit-service/replay/audit-history';
import type { StoredEvent } from '@perktree/event-store/port';
import { checkPayouts } from '../model/invariants/payouts.ts';
import { checkTrees } from '../model/invariants/trees.ts';
import { historiesOf, violationsFrom } from './by-tenant.ts';
import type { Check, Evidence } from './evidence.ts';
import { plantedTypes } from './planted-types.ts';

/** I3: no budget is negative, an entry is in one payout at most, and a payout is the sum of its entries. */
export const money: Check = ({ events }) =>
  historiesOf(events).flatMap((history) => [
    ...violationsFrom(() => void checkTrees(history)),
    ...violationsFrom(() => checkPayouts(history)),
  ]);

const MAX_REPORTED = 5;

/** Findings that compare event times; they mean nothing if clocks were a day apart. */
const BY_THE_CLOCK = new Set([
  'tree revision',
  'time of a payout',
  'redemptions of a month',
  // The site's configuration at that time.
  'hold in days',
  'default sale amount',
  'sale amount',
  'redemption by the customer',
  'confirmed in time',
  'redemptions of a customer',
  'least that is paid out',
  // Its state, its people and its periods at that time.
  'clock of an event',
  'site is active',
  'confirmed by a person',
  'person who enters a code',
  'code that is reserved',
  'QR of a scan',
  'scan of the redemption',
  'scan of a reference',
  'redemption of the scan',
  'time of the redemption',
  'time of a scan',
  'time of a claim',
  'time of a reissue',
]);

/** The audit drops old tree revisions by time, so it cannot find the QR of a redemption whose clock is a day off. */
const AT_A_REVISION = { what: 'QR of the redemption', follows: 'tree revision' };

/** The clock decides whether an owner was blocked when a redemption was decided, and its shares follow from that. */
const OWNER_THEN = 'owner on the path';
const PLANTED_TYPES: ReadonlySet<unknown> = new Set(Object.values(plantedTypes));

/** I3 by the audit's independent calculation: recomputes every commission to the cent from the trees at that time. */
export async function auditedMoney({
  events,
  clocksAgree,
}: Pick<Evidence, 'events' | 'clocksAgree'>): Promise<readonly string[]> {
  const audited = withoutPlanted(await auditHistory({ store: storeOf(events), pool: null }));
  if (clocksAgree) return violationsOf(audited);
  const late = new Set(
    audited.findings.filter(({ what }) => what === AT_A_REVISION.follows).map(({ position }) => position),
  );
  const hasBlocks = events.some(({ type }) => type === 'DistributorBlocked');
  const blocked = new Set(
    audited.findings.filter(({ what }) => hasBlocks && what === OWNER_THEN).map(({ position }) => position),
  );
  const isByTheClock = ({ what, position }: Audited['findings'][number]) =>
    BY_THE_CLOCK.has(what) || (what === AT_A_REVISION.what && late.has(position)) || blocked.has(position);
  const findings = audited.findings.filter((finding) => !isByTheClock(finding));
  return violationsOf({ ...audited, findings, differences: findings.length });
}

function withoutPlanted(audited: Audited): Audited {
  const findings = audited.findings.filter(
    ({ what, found }) => what !== 'type of an event' || !PLANTED_TYPES.has(found),
  );
  return { ...audited, findings, differences: audited.differences - (audited.findings.length - findings.length) };
}

function violationsOf({ findings, differences }: Audited): readonly string[] {
  const lines = findings
    .slice(0, MAX_REPORTED)
    .map(
      ({ what, expected, found, stream, position }) => `${stream} at ${position}: ${what}: ${expected}, not ${found}`,
    );
  return differences > MAX_REPORTED ? [...lines, `${differences} differences in all`] : lines;
}

function storeOf(events: readonly StoredEvent[]) {
  return {
    head: async () => events.at(-1)?.position ?? 0n,
    readAll: async (after: bigint, limit: number) => {
      const from = events.findIndex(({ position }) => position > after);
      return from < 0 ? [] : events.slice(from, from + limit);
    },
  };
}
