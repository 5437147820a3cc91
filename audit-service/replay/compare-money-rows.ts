import { READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';
import type { Pool } from 'pg';
import type { AuditFilter } from './audit-filter.ts';
import { type ComparedTable, compareTable, type RowComparison } from './compare-table.ts';
import { Findings } from './finding.ts';
import type { ExpectedRow, MoneyRows } from './money-rows.ts';
import { type ComparedColumns, MONEY_TABLES, type MoneyColumn, type MoneyTable } from './money-tables.ts';

const PAGE = 5_000;
const MIN_UUID = '00000000-0000-0000-0000-000000000000';

interface Row {
  readonly cursor: string;
  readonly key: string;
  readonly values: readonly (string | null)[];
  readonly position: string;
}

/**
 * Compares the rows of all read models that show money, except ledger entries, with their fold from events. The tables of
 * commission have no distributor, and those of a period are not compared: an audit of a period is one of entries.
 */
export async function compareMoneyRows(
  comparison: RowComparison,
  { tables, hasTimes }: MoneyRows,
  filter: AuditFilter,
): Promise<readonly ComparedTable[]> {
  if (filter.from !== undefined || filter.to !== undefined) return [];
  const compared: ComparedTable[] = [];
  for (const table of Object.keys(MONEY_TABLES) as MoneyTable[]) {
    if (filter.distributorId !== undefined && MONEY_TABLES[table].distributor === null) continue;
    const expected = tables.get(table) ?? new Map<string, ExpectedRow>();
    compared.push(
      await compareTable(table, comparison, {
        rows: rowsOf(comparison.pool, table, filter, hasTimes),
        find: (row: Row) => expected.get(row.key),
        compare: (row, said, isFirst) => compareRow(table, row, said, isFirst),
        all: expected.values(),
        isWanted: (row) => matches(filter, table, row) && !isNothing(row),
        missing: (row) => missing(table, row),
      }),
    );
  }
  return compared;
}

/** @param hasTimes false: sums over all times, because the times of one site's events are not exact */
async function* rowsOf(pool: Pool, table: MoneyTable, filter: AuditFilter, hasTimes: boolean): AsyncGenerator<Row> {
  const { id, key, time, values, site, distributor }: ComparedColumns = MONEY_TABLES[table];
  const isSum = time !== null && !hasTimes;
  const [cursor, type] = [isSum ? key : id, time === null ? 'uuid' : 'text'];
  const columns = Object.keys(values).map((column) => (isSum ? `sum(${column})::text` : `${column}::text`));
  const sql = `SELECT ${cursor}::text AS cursor, ${time === null || isSum ? key : `${key} || ':' || ${time}`} AS key,
      ARRAY[${columns.join(', ')}] AS values, ${isSum ? 'max(position)' : 'position'}::text AS position
    FROM read_models.${table}
    WHERE ${cursor} > $1::${type} AND ($2::text IS NULL OR ${site ?? 'scope'}::text = $2)
      AND ($3::text IS NULL OR ${distributor ?? 'NULL'}::text = $3)
    ${isSum ? `GROUP BY ${key}` : ''} ORDER BY ${cursor} LIMIT ${PAGE}`;
  for (let after = type === 'uuid' ? MIN_UUID : ''; ; ) {
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
  for (const [n, [column, what]] of Object.entries(MONEY_TABLES[table].values).entries()) {
    const value = expected.values[column as MoneyColumn];
    const text = value === null || value === undefined ? null : `${value}`;
    findings.equal(`${what}, as the screens show it`, text, row.values[n] ?? null, about);
  }
  return findings;
}

function missing(table: MoneyTable, row: ExpectedRow): Findings {
  const findings = findingsOf(table, `${row.changedAt}`, row);
  findings.note('row that the screens show', `${table} ${row.key}`, null, row);
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
const isNothing = ({ values }: ExpectedRow) => Object.values(values).every((value) => value === 0);

function matches({ siteId, distributorId }: AuditFilter, table: MoneyTable, row: ExpectedRow): boolean {
  if (distributorId !== undefined && row.distributorId !== distributorId) return false;
  if (siteId === undefined) return true;
  return table === 'activity_totals' ? row.key.startsWith(`${siteId}:`) : row.siteId === siteId;
}
