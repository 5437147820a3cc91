import { READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';
import type { Pool } from 'pg';
import type { AuditFilter } from './audit-filter.ts';
import { type Finding, Findings } from './finding.ts';
import type { ExpectedRow, MoneyRows } from './money-rows.ts';
import { MONEY_TABLES, type MoneyTable, tablePageOf } from './money-tables.ts';
import { type ComparedTable, projectedPosition, RowCounts } from './row-counts.ts';

const PAGE = 5_000;

interface Row {
  readonly cursor: string;
  readonly key: string;
  readonly values: readonly (string | null)[];
  readonly position: string;
}

interface Options {
  readonly pool: Pool;
  readonly expected: MoneyRows;
  /** Position of the last replayed event. */
  readonly upTo: bigint;
  readonly head: () => Promise<bigint>;
  readonly filter: AuditFilter;
  readonly hasTimes: boolean;
  readonly onFinding: (finding: Finding) => void;
}

/**
 * Compares the rows of all read models that show money, except ledger entries, with their fold from events. The tables of
 * commission have no distributor, and those of a period are not compared: an audit of a period is one of entries.
 */
export async function compareMoneyRows(options: Options): Promise<readonly ComparedTable[]> {
  const { filter } = options;
  if (filter.from !== undefined || filter.to !== undefined) return [];
  const tables = (Object.keys(MONEY_TABLES) as MoneyTable[]).filter(
    (table) => filter.distributorId === undefined || MONEY_TABLES[table].distributor !== null,
  );
  const compared: ComparedTable[] = [];
  for (const table of tables) compared.push(await compareTable(table, options));
  return compared;
}

async function compareTable(table: MoneyTable, options: Options): Promise<ComparedTable> {
  const { pool, upTo, onFinding } = options;
  const expected = options.expected.tables.get(table) ?? new Map<string, ExpectedRow>();
  const projected = await projectedPosition(pool, table);
  const counts = new RowCounts(table);
  const seen = new Set<string>();
  const beyond: Row[] = [];
  for await (const row of rowsOf(table, options)) {
    const isFirst = !seen.has(row.key);
    seen.add(row.key);
    if (BigInt(row.position) > upTo) beyond.push(row);
    else if (Number(projected) < (expected.get(row.key)?.changedAt ?? 0)) counts.behind += 1;
    else counts.compare(compareRow(table, row, expected.get(row.key), isFirst), onFinding);
  }
  await counts.compareBeyond(beyond, options, (row) => compareRow(table, row, expected.get(row.key), true));
  for (const [key, row] of expected) {
    if (seen.has(key) || !matches(options.filter, table, key, row) || isNothing(row)) continue;
    if (Number(projected) < row.changedAt) counts.behind += 1;
    else counts.miss(missing(table, key, row), onFinding);
  }
  return counts.table();
}

async function* rowsOf(table: MoneyTable, { pool, filter, hasTimes }: Options): AsyncGenerator<Row> {
  const { sql, first } = tablePageOf(table, hasTimes, PAGE);
  for (let after = first; ; ) {
    const { rows } = await pool.query<Row>(sql, [after, filter.siteId ?? null, filter.distributorId ?? null]);
    yield* rows;
    const last = rows.at(-1);
    if (rows.length < PAGE || last === undefined) return;
    after = last.cursor;
  }
}

function compareRow(table: MoneyTable, row: Row, expected: ExpectedRow | undefined, isFirst: boolean): Findings {
  const findings = findingsOf(table, row.position, expected);
  const about = expected ?? {};
  const isMoneyless = row.values.every((value) => value === null || value === '0');
  if (expected === undefined && isMoneyless) return findings;
  if (expected === undefined || !isFirst) {
    findings.note('row that the screens show', null, `${table} ${row.key}`, about);
    return findings;
  }
  for (const [n, [, what]] of MONEY_TABLES[table].values.entries()) {
    const value = expected.values[n];
    const text = value === null || value === undefined ? null : `${value}`;
    findings.equal(`${what}, as the screens show it`, text, row.values[n] ?? null, about);
  }
  return findings;
}

function missing(table: MoneyTable, key: string, row: ExpectedRow): Findings {
  const findings = findingsOf(table, `${row.changedAt}`, row);
  findings.note('row that the screens show', `${table} ${key}`, null, row);
  return findings;
}

const findingsOf = (table: MoneyTable, position: string, expected: ExpectedRow | undefined) =>
  new Findings({
    eventId: null,
    position: BigInt(position),
    recordedAt: '',
    stream: `${READ_MODEL_SCHEMA}.${table}`,
    siteId: expected?.siteId ?? null,
  });

/** Days with scans alone have rows without money, and money that adds up to nothing needs no row. */
const isNothing = ({ values }: ExpectedRow) => values.every((value) => value === 0);

function matches({ siteId, distributorId }: AuditFilter, table: MoneyTable, key: string, row: ExpectedRow): boolean {
  if (distributorId !== undefined && row.distributorId !== distributorId) return false;
  if (siteId === undefined) return true;
  return table === 'activity_totals' ? key.startsWith(`${siteId}:`) : row.siteId === siteId;
}
