import type { Pipeline, TextRow } from '@perktree/projector/pipeline';
import type { Pool } from 'pg';
import type { Machine } from '../machine.ts';
import { COMMAND_STATEMENTS } from './command-statements.ts';
import { PROJECTOR_STATEMENTS } from './projector-statements.ts';
import type { Session, Statement } from './statement.ts';
import { type Row, Tables } from './tables.ts';

interface Result {
  readonly rows: readonly Row[];
  readonly rowCount: number;
}
interface Transaction {
  readonly tables: Tables;
  /** Lets the next writer in. */
  readonly release: () => void;
}
interface Connection extends Session {
  transaction: Transaction | null;
  isOpen: boolean;
}

const NOTHING: Result = { rows: [], rowCount: 0 };
const TRANSACTION = /^(BEGIN\b|COMMIT$|ROLLBACK$)/;

/** What a statement's text was found to be; the texts are as few as the places in the code that make them. */
const found = new Map<string, readonly [Statement, readonly string[]]>();
const STATEMENTS: readonly Statement[] = [...PROJECTOR_STATEMENTS, ...COMMAND_STATEMENTS];

/**
 * Postgres, as far as the product's statements ask for it: transactions that happen wholly or not at all, one writer after
 * another, readers that see what is committed, connections that die with whoever opened them.
 */
export class SimulatedPostgres {
  private readonly committed = new Map<string, Map<string, Row>>();
  private readonly connected = new Set<number>();
  private writing: Promise<void> = Promise.resolve();
  private pids = 0;
  /** Statements that nobody has taught it: none, or the seed has shown nothing. */
  readonly unknown = new Set<string>();

  constructor(private readonly now: () => number) {}

  table(name: string): ReadonlyMap<string, Row> {
    return this.committed.get(name) ?? new Map();
  }

  /** The pool of a process. Its connections end with it. */
  poolOf(machine: Machine): Pool {
    const lone = this.connect(machine);
    const query = (text: unknown, values?: readonly unknown[]) => this.ask(machine, lone, text, values);
    const connect = async () => {
      const connection = this.connect(machine);
      return {
        query: (text: unknown, values?: readonly unknown[]) => this.ask(machine, connection, text, values),
        on: () => {},
        off: () => {},
        release: () => this.close(connection),
      };
    };
    return { query, connect } as unknown as Pool;
  }

  private connect(machine: Machine): Connection {
    const connection: Connection = { pid: ++this.pids, transaction: null, isOpen: true };
    this.connected.add(connection.pid);
    machine.onDeath(() => this.close(connection));
    return connection;
  }

  private close(connection: Connection): void {
    connection.isOpen = false;
    this.connected.delete(connection.pid);
    this.rollBack(connection);
  }

  private rollBack(connection: Connection): void {
    connection.transaction?.release();
    connection.transaction = null;
  }

  private async ask(machine: Machine, connection: Connection, asked: unknown, given?: readonly unknown[]) {
    const query = typeof asked === 'string' ? { text: asked, values: given ?? [] } : (asked as Asked | AskedAtOnce);
    const lost = () => {
      // A connection that fails is lost, and its transaction with it.
      this.rollBack(connection);
      return Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
    };
    if ('statements' in query) {
      return machine
        .ask(() => this.executeAtOnce(connection, query.statements), lost)
        .then(
          (results) => query.answer(results),
          (error) => query.handleError(error as Error),
        );
    }
    if (machine.isAlive && this.isSchema(query.text)) return NOTHING;
    return machine.ask(() => this.execute(connection, query.text, query.values ?? []), lost);
  }

  /** Statements of one round trip: within the transaction that there is, or in one of their own. */
  private async executeAtOnce(connection: Connection, statements: AskedAtOnce['statements']) {
    const isOwn = connection.transaction === null;
    if (isOwn) await this.begin(connection);
    try {
      const results: (readonly TextRow[])[] = [];
      for (const { text, values, columns, copied } of statements) {
        const { rows } = await this.execute(connection, text, copied ? [copied.slots] : values);
        results.push(rows.map((row) => columns.map((column) => textOf(row[column]))));
      }
      if (isOwn) this.commit(connection);
      return results;
    } catch (error) {
      if (isOwn) this.rollBack(connection);
      throw error;
    }
  }

  private isSchema(text: string): boolean {
    return !TRANSACTION.test(text) && this.statementOf(text)[0].isSchema === true;
  }

  private async execute(connection: Connection, text: string, values: readonly unknown[]): Promise<Result> {
    // Settings may come with it.
    if (/^BEGIN\b/.test(text)) return this.begin(connection);
    if (text === 'COMMIT') return this.commit(connection);
    if (text === 'ROLLBACK') {
      this.rollBack(connection);
      return NOTHING;
    }
    const [statement, groups] = this.statementOf(text);
    if (connection.transaction || !statement.writes) {
      const tables = connection.transaction?.tables ?? new Tables(this.committed);
      return this.run(statement, { connection, tables, values, groups });
    }
    const release = await this.writersTurn();
    try {
      const tables = new Tables(this.committed);
      const result = this.run(statement, { connection, tables, values, groups });
      tables.commit();
      return result;
    } finally {
      release();
    }
  }

  private async begin(connection: Connection): Promise<Result> {
    const release = await this.writersTurn();
    if (!connection.isOpen) release();
    else connection.transaction = { tables: new Tables(this.committed), release };
    return NOTHING;
  }

  private commit(connection: Connection): Result {
    connection.transaction?.tables.commit();
    this.rollBack(connection);
    return NOTHING;
  }

  private run(
    statement: Statement,
    asked: { connection: Connection; tables: Tables; values: readonly unknown[]; groups: readonly string[] },
  ): Result {
    const { connection: session, tables, values, groups } = asked;
    const result = statement.run({ tables, values, groups, session, connected: this.connected, now: this.now() });
    return typeof result === 'number' ? { rows: [], rowCount: result } : { rows: result, rowCount: result.length };
  }

  private statementOf(text: string): readonly [Statement, readonly string[]] {
    const before = found.get(text);
    if (before) return before;
    const line = text.replace(/\s+/g, ' ').trim();
    const statement = STATEMENTS.find((each) => each.text.test(line));
    if (statement === undefined) {
      this.unknown.add(line);
      throw new Error(`a simulated Postgres was not taught: ${line}`);
    }
    const known = [statement, (statement.text.exec(line) ?? []).slice(1)] as const;
    found.set(text, known);
    return known;
  }

  private async writersTurn(): Promise<() => void> {
    const before = this.writing;
    let release = () => {};
    this.writing = new Promise((done) => {
      release = done;
    });
    await before;
    return release;
  }
}

interface Asked {
  readonly text: string;
  readonly values?: readonly unknown[];
}
type AskedAtOnce = Pick<Pipeline, 'statements' | 'answer' | 'handleError'>;

/** As Postgres writes it. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 't' : 'f';
  return typeof value === 'object' ? JSON.stringify(value) : `${value}`;
}
