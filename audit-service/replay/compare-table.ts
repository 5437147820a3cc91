import type { SiteAuditAnswer } from '@perktree/contracts/audit/report-calls';
import { PROJECTIONS_TABLE, type ReadModelName } from '@perktree/contracts/catalogue/read-models';
import type { Pool } from 'pg';
import type { Finding, Findings } from './finding.ts';

export type ComparedTable = SiteAuditAnswer['rows']['tables'][number];

/** Where rows of read models are read, and what they are compared with. */
export interface RowComparison {
  readonly pool: Pool;
  /** Position of the last replayed event. */
  readonly upTo: bigint;
  readonly head: () => Promise<bigint>;
  readonly onFinding: (finding: Finding) => void;
}

/** What history says of a row. */
interface Expected {
  /** Position of the last event that changed it. */
  changedAt: number;
  /** The read model has a row of it. */
  isSeen: boolean;
}

/**
 * Compares the rows of a read model with what history says of them. The projector may be ahead of the replay or behind it, so
 * only rows that both have seen are compared. A row beyond the head of the store is compared, because no event can have
 * changed it.
 */
export async function compareTable<Row extends { readonly position: string | bigint }, Said extends Expected>(
  name: ReadModelName,
  { pool, upTo, head, onFinding }: RowComparison,
  table: {
    readonly rows: AsyncIterable<Row>;
    find(row: Row): Said | undefined;
    /** @param isFirst false: another row of the same key was read before */
    compare(row: Row, said: Said | undefined, isFirst: boolean): Findings;
    readonly all: Iterable<Said>;
    isWanted(said: Said): boolean;
    missing(said: Said): Findings;
  },
): Promise<ComparedTable> {
  const projected = await projectedPosition(pool, name);
  const counts = { name, compared: 0, behind: 0, later: 0, differences: 0 };
  const isBehind = (said: Said | undefined) => said !== undefined && BigInt(said.changedAt) > projected;
  /** One difference, whatever differs in the row. */
  const report = ({ all }: Findings) => {
    if (all.length > 0) counts.differences += 1;
    for (const finding of all) onFinding(finding);
  };
  const beyond: Row[] = [];
  for await (const row of table.rows) {
    const said = table.find(row);
    const isFirst = said?.isSeen !== true;
    // Also a row that has changed since: it is not missing on the screens.
    if (said !== undefined) said.isSeen = true;
    if (BigInt(row.position) > upTo) beyond.push(row);
    else if (isBehind(said)) counts.behind += 1;
    else {
      counts.compared += 1;
      report(table.compare(row, said, isFirst));
    }
  }
  // Read after the rows: an event that was appended since may have changed those up to it.
  const newest = beyond.length === 0 ? upTo : await head();
  for (const row of beyond) {
    if (BigInt(row.position) <= newest) {
      counts.later += 1;
      continue;
    }
    const findings = table.compare(row, table.find(row), true);
    findings.note('position of a row that the screens show', `at most ${newest}`, `${row.position}`);
    counts.compared += 1;
    report(findings);
  }
  for (const said of table.all) {
    if (said.isSeen || !table.isWanted(said)) continue;
    if (isBehind(said)) counts.behind += 1;
    else report(table.missing(said));
  }
  return counts;
}

/** The checkpoint of the rows that readers see. */
async function projectedPosition(pool: Pool, name: ReadModelName): Promise<bigint> {
  const { rows } = await pool.query<{ position: string }>(
    `SELECT position FROM ${PROJECTIONS_TABLE} WHERE name = $1 AND serving`,
    [name],
  );
  return BigInt(rows[0]?.position ?? 0);
}
