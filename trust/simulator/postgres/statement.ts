import type { Row, Tables } from './tables.ts';

export interface Session {
  /** The server's process for this connection. */
  readonly pid: number;
}

export interface Execution {
  readonly tables: Tables;
  // biome-ignore lint/suspicious/noExplicitAny: parameters of every type
  readonly values: readonly any[];
  readonly session: Session;
  /** Sessions that are connected. */
  readonly connected: ReadonlySet<number>;
  /** What clock_timestamp() says, in milliseconds. */
  readonly now: number;
  /** The groups of the pattern. */
  readonly groups: readonly string[];
}

/** One statement of the product's, and what Postgres does for it. The text is matched with its white space made one. */
export interface Statement {
  readonly text: RegExp;
  /** It waits for whoever else writes. */
  readonly writes: boolean;
  /** It makes tables, which are there already: no step of its own, at which something might fail. */
  readonly isSchema?: true;
  /** The rows; a number: how many were written, where none are returned. */
  readonly run: (execution: Execution) => readonly Row[] | number;
}

export const reads = (text: RegExp, run: Statement['run']): Statement => ({ text, run, writes: false });
export const writes = (text: RegExp, run: Statement['run']): Statement => ({ text, run, writes: true });
/** Makes and looks at tables. */
export const schema = (text: RegExp): Statement => ({ text, run: () => [], writes: false, isSchema: true });
