import type { ClientBase, Connection, Submittable } from 'pg';

/** What `pg` has on a connection, and its types leave out. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** `COPY … FROM STDIN` as a query of `pg`: it calls these methods with what the server answers. */
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

/** Writes rows by COPY. @param values of each row, in the order of the columns, as strings that Postgres reads; null for NULL */
export function copyIn(
  client: ClientBase,
  into: string,
  columns: readonly string[],
  values: readonly (readonly (string | null)[])[],
): Promise<void> {
  const lines = values.map((row) => `${row.map(escaped).join('\t')}\n`);
  return new Promise((resolve, reject) => {
    client.query(
      new CopyIn(`COPY ${into} (${columns.join(', ')}) FROM STDIN`, lines, (error) => {
        if (error) reject(error);
        else resolve();
      }),
    );
  });
}

const SPECIAL = /[\\\n\r\t]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escaped(value: string | null): string {
  return value === null ? '\\N' : value.replace(SPECIAL, (character) => ESCAPES[character] ?? character);
}
