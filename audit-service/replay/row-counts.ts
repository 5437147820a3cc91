import type { SiteAuditAnswer } from '@perktree/contracts/audit/report-calls';
import { PROJECTIONS_TABLE, type ReadModelName } from '@perktree/contracts/catalogue/read-models';
import type { Pool } from 'pg';
import type { Finding, Findings } from './finding.ts';

/** What was compared of one read model. */
export type ComparedTable = SiteAuditAnswer['rows']['tables'][number];

/** Counts rows of one read model: each is compared, behind, or changed since the walk. */
export class RowCounts {
  compared = 0;
  behind = 0;
  later = 0;
  private differences = 0;

  constructor(private readonly name: ReadModelName) {}

  /** Counts a row, and as one difference whatever differs in it. */
  compare(findings: Findings, onFinding: (finding: Finding) => void): void {
    this.compared += 1;
    this.miss(findings, onFinding);
  }

  /**
   * Counts rows beyond the last replayed event. An event that was appended since may have changed them, but none has changed a
   * row beyond the head of the store.
   * @param head is called after the rows were read
   */
  async compareBeyond<Row extends { readonly position: string }>(
    rows: readonly Row[],
    options: { readonly head: () => Promise<bigint>; readonly onFinding: (finding: Finding) => void },
    findingsOf: (row: Row) => Findings,
  ): Promise<void> {
    if (rows.length === 0) return;
    const head = await options.head();
    for (const row of rows) {
      if (BigInt(row.position) <= head) this.later += 1;
      else {
        const findings = findingsOf(row);
        findings.note('position of a row that the screens show', `at most ${head}`, row.position);
        this.compare(findings, options.onFinding);
      }
    }
  }

  /** Counts a row that history has and the read model lacks. */
  miss({ all }: Findings, onFinding: (finding: Finding) => void): void {
    if (all.length > 0) this.differences += 1;
    for (const finding of all) onFinding(finding);
  }

  table(): ComparedTable {
    const { name, compared, behind, later, differences } = this;
    return { name, compared, behind, later, differences };
  }
}

/** The checkpoint of the rows that readers see. */
export async function projectedPosition(pool: Pool, name: ReadModelName): Promise<bigint> {
  const { rows } = await pool.query<{ position: string }>(
    `SELECT position FROM ${PROJECTIONS_TABLE} WHERE name = $1 AND serving`,
    [name],
  );
  return BigInt(rows[0]?.position ?? 0);
}
