import type { Pool, QueryConfig } from 'pg';

/** A statement that a call ran, with its rows. */
interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly rows: readonly object[];
}

/** Records the statements of a pool. */
export function recorder(pool: Pool): { readonly pool: Pool; take(): readonly Statement[] } {
  let statements: Statement[] = [];
  const query = async (config: string | QueryConfig, values?: unknown[]) => {
    const result = await (values === undefined ? pool.query(config) : pool.query(config, values));
    const { text, values: own = values } = typeof config === 'string' ? { text: config } : config;
    statements.push({ text, values: own ?? [], rows: result.rows });
    return result;
  };
  return {
    pool: new Proxy(pool, { get: (target, name) => (name === 'query' ? query : Reflect.get(target, name, target)) }),
    take() {
      const taken = statements;
      statements = [];
      return taken;
    },
  };
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

/** The number of table rows that a statement reads, including those that it filters out. */
export async function rowsRead(pool: Pool, { text, values }: Statement): Promise<number> {
  const { rows } = await pool.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, [...values]);
  return rowsOfPlan(rows[0]['QUERY PLAN'][0].Plan as Plan);
}

function rowsOfPlan(plan: Plan): number {
  const below = (plan.Plans ?? []).reduce((sum, each) => sum + rowsOfPlan(each), 0);
  if (plan['Relation Name'] === undefined) return below;
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  return below + (plan['Actual Rows'] + removed) * plan['Actual Loops'];
}

/** Whether a statement counts the rows of a list. */
export const isCount = ({ text }: Statement): boolean => /^\s*select count\(\*\)::integer AS rows/i.test(text);
