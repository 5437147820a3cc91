import type { ClientBase, Connection, Submittable } from 'pg';

/** A null in the text format of COPY. */
const NULL = '\\N';

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Escapes a text for the text format of COPY. */
const escaped = (value: string) => value.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character] ?? character);

/** What `pg` has on a connection, and its types leave out. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** `COPY … FROM STDIN` as a query of `pg`, which calls these methods with the server's messages. */
class CopyIn implements Submittable {
  constructor(
    private readonly text: string,
    private readonly lines: readonly string[],
    readonly callback: (error: Error | null) => void,
  ) {}

  submit(connection: Connection): void {
    (connection as unknown as CopyConnection).query(this.text);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    for (let from = 0; from < this.lines.length; from += LINES_OF_A_CHUNK) {
      connection.sendCopyFromChunk(Buffer.from(this.lines.slice(from, from + LINES_OF_A_CHUNK).join('')));
    }
    connection.endCopyFrom();
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(null);
  }

  handleCommandComplete(): void {}
}

const LINES_OF_A_CHUNK = 500;

/** Writes rows by COPY. @param lines of each row: its columns, `escaped` or `NULL`, with tabs between them and a line feed at the end */
function copyLines(
  client: ClientBase,
  into: string,
  columns: readonly string[],
  lines: readonly string[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(
      new CopyIn(`COPY ${into} (${columns.join(', ')}) FROM STDIN`, lines, (error) => {
        if (error) reject(error);
        else resolve();
      }),
    );
  });
}

/** Writes rows by COPY. @param values of each row, in the order of the columns, as strings that Postgres reads; null for NULL */
export function copyIn(
  client: ClientBase,
  into: string,
  columns: readonly string[],
  values: readonly (readonly (string | null)[])[],
): Promise<void> {
  return copyLines(
    client,
    into,
    columns,
    values.map((row) => `${row.map((value) => (value === null ? NULL : escaped(value))).join('\t')}\n`),
  );
}
