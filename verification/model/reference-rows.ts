import { Differs } from './commands/command.ts';
import { countedIn, type Entry, type World } from './reference.ts';

/** The rows of each read model by their keys. */
export type LiveRows = ReadonlyMap<string, ReadonlyMap<string, Readonly<Record<string, unknown>>>>;

/**
 * Compares rows with the reference. A replay cannot find a projection that ignores a type of event, as it ignores it again.
 */
export function checkRows(world: World, live: LiveRows): void {
  for (const [table, key, expected] of expectedRows(world)) {
    const row = live.get(table)?.get(key);
    for (const [column, value] of Object.entries(expected)) {
      const actual = row?.[column];
      const isSame = `${actual}` === `${value}`;
      if (!isSame) throw new Differs(`${column} of ${key} in ${table}`, `${value}`, `${actual}`);
    }
  }
  checkEarnings(world, [...(live.get('earnings')?.values() ?? [])]);
}

type ExpectedRow = readonly [table: string, key: string, columns: Readonly<Record<string, unknown>>];

function* expectedRows(world: World): Generator<ExpectedRow> {
  for (const qr of world.qrs) {
    const made = world.redemptions.filter(({ scan, isWhollyReversed }) => scan.qr === qr && !isWhollyReversed);
    yield [
      'qrs',
      qr.id,
      {
        ...{ parent_qr_id: qr.parent?.id ?? null, depth: qr.depth, owner_id: qr.owner?.userId ?? null },
        ...{
          is_active: qr.isActive,
          approval: qr.approval,
          period: qr.period,
          commission_bp: qr.percent,
          max_redemptions: qr.max,
        },
        ...{ total_redemptions: made.length, period_redemptions: countedIn(world, qr, qr.period) },
      },
    ];
  }
  for (const { id, staff, formerStaff, blocked, everBlocked } of world.sites) {
    for (const person of everBlocked) {
      yield ['site_blocks', `${id}:${person.userId}`, { is_blocked: blocked.has(person) }];
    }
    for (const { userId } of staff) yield ['site_staff', `${id}:${userId}`, { is_active: true }];
    for (const { userId } of formerStaff) yield ['site_staff', `${id}:${userId}`, { is_active: false }];
  }
  for (const { id, sale, reversed, isWhollyReversed } of world.redemptions) {
    yield ['redemptions', id, { sale_minor: sale, reversed_minor: reversed, is_wholly_reversed: isWhollyReversed }];
  }
  for (const { id, status, distributorId } of world.payouts) {
    yield ['payouts', id, { status, distributor_id: distributorId }];
  }
  for (const entry of entriesOf(world)) {
    yield ['ledger_entries', entry.id, { distributor_id: entry.owner, amount_minor: entry.cents }];
  }
  for (const { awaited } of world.redemptions) {
    for (const { id, owner, cents } of awaited?.entries ?? []) {
      yield ['ledger_entries', id, { distributor_id: owner, amount_minor: 0, awaiting_minor: cents, payout_id: null }];
    }
  }
  // An entry that is reversed to zero may be in a payout or not.
  for (const share of sharesOf(world).filter((share) => sum([share, ...share.takings]) !== 0)) {
    yield ['ledger_entries', share.id, { payout_id: share.payout?.id ?? null }];
  }
}

function checkEarnings(world: World, rows: readonly Readonly<Record<string, unknown>>[]): void {
  for (const site of world.sites) {
    for (const owner of new Set(entriesOf(world).map((entry) => entry.owner))) {
      const own = entriesOf(world).filter((entry) => entry.site === site && entry.owner === owner);
      const paid = own.filter(({ payout }) => payout?.status === 'paid');
      const expected = `${sum(own)} of which ${sum(paid)} paid`;
      const theirs = rows.filter((row) => row.site_id === site.id && row.distributor_id === owner);
      const total = (column: string) => theirs.reduce((cents, row) => cents + Number(row[column]), 0);
      const actual = `${total('earned_minor')} of which ${total('paid_minor')} paid`;
      if (actual !== expected) throw new Differs(`earnings of ${owner} on ${site.id}`, expected, actual);
    }
  }
}

const sum = (entries: readonly Entry[]) => entries.reduce((cents, entry) => cents + entry.cents, 0);
const sharesOf = (world: World) => world.redemptions.flatMap(({ shares }) => shares);
const entriesOf = (world: World) => sharesOf(world).flatMap((share) => [share, ...share.takings]);
