import { onConnection } from '@perktree/platform/postgres/on-connection';
import type { ClientBase, Connection, Pool, Submittable } from 'pg';

/** A statement that each connection prepares once, by its name. */
export interface SqlStatement {
  /** At most 63 characters. */
  readonly name: string;
  readonly text: string;
  /** An array is sent as a Postgres array; an object in it as JSON. */
  readonly values: readonly unknown[];
}

/** Columns as Postgres writes them. */
export type TextRow = readonly (string | null)[];

/** Methods of a `pg` connection that its types leave out. */
interface ExtendedConnection {
  readonly stream: { cork(): void; uncork(): void };
  parse(query: { readonly name: string; readonly text: string }): void;
  bind(query: { readonly statement: string; readonly values: readonly (string | Buffer | null)[] }): void;
  execute(query: object): void;
  close(query: { readonly type: 'S'; readonly name: string }): void;
  sync(): void;
}

/** The texts of the statements that a connection has prepared, by name. */
const preparedTexts = new WeakMap<object, Map<string, string>>();

/** Several statements as one query of `pg`, which calls these methods with the server's messages. */
export class Pipeline implements Submittable {
  private readonly rows: TextRow[][];
  private at = 0;
  private known = new Map<string, string>();

  constructor(
    readonly statements: readonly SqlStatement[],
    readonly callback: (error: Error | null, rows: readonly (readonly TextRow[])[]) => void,
  ) {
    this.rows = statements.map(() => []);
  }

  submit(of: Connection): void {
    const connection = of as unknown as ExtendedConnection;
    this.known = preparedTexts.get(of) ?? new Map();
    preparedTexts.set(of, this.known);
    // Send all messages together, not a packet for each.
    connection.stream.cork();
    for (const { name, text, values } of this.statements) {
      if (this.known.get(name) !== text) {
        // After a failure, a statement of this name may exist without being known. Closing a missing one is no error.
        connection.close({ type: 'S', name });
        connection.parse({ name, text });
      }
      connection.bind({ statement: name, values: values.map(textOf) });
      connection.execute({});
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleDataRow({ fields }: { readonly fields: TextRow }): void {
    this.rows[this.at]?.push(fields);
  }

  handleCommandComplete(): void {
    this.at += 1;
  }

  handleError(error: Error): void {
    this.callback(error, []);
  }

  handleReadyForQuery(): void {
    for (const { name, text } of this.statements) this.known.set(name, text);
    this.answer(this.rows);
  }

  /** @param rows of each statement */
  answer(rows: readonly (readonly TextRow[])[]): void {
    this.callback(null, rows);
  }
}

/**
 * Runs several statements in one round trip. Outside of a transaction they form one: if one fails, all are rolled back.
 * @returns the rows of each
 */
export function runPipeline(
  client: ClientBase,
  statements: readonly SqlStatement[],
): Promise<readonly (readonly TextRow[])[]> {
  return new Promise((resolve, reject) => {
    client.query(new Pipeline(statements, (error, rows) => (error ? reject(error) : resolve(rows))));
  });
}

/** `runPipeline` on a connection of the pool, which is discarded after a failure. */
export function runPipelineOnPool(
  pool: Pool,
  statements: readonly SqlStatement[],
): Promise<readonly (readonly TextRow[])[]> {
  return onConnection(pool, async (client, giveUp) => {
    try {
      return await runPipeline(client, statements);
    } catch (error) {
      giveUp(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  });
}

/** SQLSTATE classes 22 (data exception) and 23 (integrity constraint): the rows caused the error, not the database. */
export function isRefusedWrite(error: unknown): boolean {
  return /^2[23]/.test((error as { code?: string }).code ?? '');
}

function textOf(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  // In the binary format already.
  if (Buffer.isBuffer(value)) return value;
  return Array.isArray(value) ? arrayText(value) : `${value}`;
}

/** An array in the text format of Postgres. */
function arrayText(items: readonly unknown[]): string {
  let text = '{';
  for (const item of items) {
    if (text.length > 1) text += ',';
    if (item === null || item === undefined) text += 'NULL';
    else if (typeof item === 'string') text += quoted(item);
    else if (typeof item === 'object') text += quoted(JSON.stringify(item));
    else text += item;
  }
  return `${text}}`;
}

const SPECIAL = /["\\]/;
const quoted = (text: string) => `"${SPECIAL.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;
