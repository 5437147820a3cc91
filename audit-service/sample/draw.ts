import { createHash } from 'node:crypto';
import type { AuditSampleAnswer } from '@perktree/contracts/audit/check-calls';
import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { fromMinor, toMinor } from '@perktree/contracts/kernel/money';

/** A ledger entry, as an event wrote it down. */
export type DrawnEntry = Readonly<Omit<AuditSampleAnswer['items'][number], 'distributor'>> & {
  readonly distributorId: string;
};

type Asked = Pick<AuditSampleAnswer, 'method' | 'seed' | 'size'>;
type Population = AuditSampleAnswer['population'][number];

/** The ledger entries that an event of a site earned or took back. */
export function sharesWritten(
  { eventId, fact, metadata, position }: RecordedEvent,
  siteId: string,
): readonly DrawnEntry[] {
  if (!('shares' in fact.data) || fact.data.siteId !== siteId) return [];
  const { redemptionId, currency, shares } = fact.data;
  const kind = fact.type === 'RedemptionReversed' ? 'reversed' : 'earned';
  const written = { eventId, position: position.toString(), at: metadata.recordedAt, kind } as const;
  return shares.map(({ entryId, qrId, ownerId: distributorId, percent, amount }) => {
    return { entryId, ...written, distributorId, qrId, redemptionId, percent, amount, currency };
  });
}

/**
 * Draws from the entries of a period, in each currency apart. The same entries, seed and size give the same draw, so that an
 * auditor can repeat it (docs/how-to/read-the-audit.md).
 * @param entries in the order of the store
 */
export function draw(
  entries: readonly DrawnEntry[],
  asked: Asked,
): { readonly population: readonly Population[]; readonly items: readonly DrawnEntry[] } {
  const currencies = [...new Set(entries.map(({ currency }) => currency))].sort();
  const drawn = currencies.map((currency) => {
    const own = entries.filter((entry) => entry.currency === currency);
    const gross = own.reduce((sum, entry) => sum + units(entry), 0n);
    const steps = asked.method === 'monetary_unit' ? stepsOf(gross, asked) : null;
    const population: Population = {
      currency,
      entries: own.length,
      gross: fromMinor(gross, currency),
      sum: fromMinor(
        own.reduce((sum, { amount }) => sum + toMinor(amount, currency), 0n),
        currency,
      ),
      interval: steps && `${steps.interval}`,
      start: steps && `${steps.start}`,
    };
    return { population, chosen: steps ? byUnits(own, steps) : new Set(firstOf(own, asked)) };
  });
  const chosen = new Set(drawn.flatMap((one) => [...one.chosen]));
  return { population: drawn.map(({ population }) => population), items: entries.filter((entry) => chosen.has(entry)) };
}

/** Money units of an entry: its amount without the sign, in minor units. */
function units({ amount, currency }: DrawnEntry): bigint {
  const minor = toMinor(amount, currency);
  return minor < 0n ? -minor : minor;
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** By the hash of seed and entry, or by size; entries of one size in the order of the store. */
function firstOf(entries: readonly DrawnEntry[], { method, seed, size }: Asked): readonly DrawnEntry[] {
  if (method === 'random') {
    const hashed = entries.map((entry) => ({ entry, by: hash(`${seed}:${entry.entryId}`) }));
    return hashed
      .sort((a, b) => (a.by < b.by ? -1 : 1))
      .slice(0, size)
      .map(({ entry }) => entry);
  }
  return entries.toSorted((a, b) => (units(a) === units(b) ? 0 : units(a) > units(b) ? -1 : 1)).slice(0, size);
}

/** One unit in each interval, beginning with the one that the seed names. */
function stepsOf(gross: bigint, { seed, size }: Asked) {
  const interval = gross / BigInt(size) > 0n ? gross / BigInt(size) : 1n;
  return { interval, start: BigInt(`0x${hash(`${seed}`).slice(0, 16)}`) % interval };
}

function byUnits(
  entries: readonly DrawnEntry[],
  { interval, start }: { readonly interval: bigint; readonly start: bigint },
): ReadonlySet<DrawnEntry> {
  const chosen = new Set<DrawnEntry>();
  let [passed, next] = [0n, start];
  for (const entry of entries) {
    passed += units(entry);
    // A large entry has the drawn unit of several intervals.
    for (; next < passed; next += interval) chosen.add(entry);
  }
  return chosen;
}
