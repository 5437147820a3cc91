import pg, { type Connection, type Pool, type Submittable } from 'pg';
import { onConnection } from './on-connection.ts';

/** Signature, flags and the length of an empty extension. */
const HEADER_BYTES = 19;
/** Before the value: the number of columns (2 bytes) and the length (4 bytes). */
const TUPLE_BYTES = 6;
const NO_TUPLE = -1;

/**
 * Reads one `bytea` in the binary format of COPY. `pg` receives query results as text, which takes four times the
 * processor time for megabytes.
 * @param select of one column and at most one row, without parameters: COPY takes none. Quote values with `literal`
 * @returns null without a row
 */
export async function copyBytes(pool: Pool, select: string): Promise<Buffer | null> {
  const copied = await onConnection(
    pool,
    (client) =>
      new Promise<Buffer>((resolve, reject) => {
        client.query(
          new CopyOut(`COPY (${select}) TO STDOUT (FORMAT binary)`, (error, bytes) =>
            error ? reject(error) : resolve(bytes),
          ),
        );
      }),
  );
  if (copied.readInt16BE(HEADER_BYTES) === NO_TUPLE) return null;
  const from = HEADER_BYTES + TUPLE_BYTES;
  return copied.subarray(from, from + copied.readInt32BE(from - 4));
}

export const literal = pg.escapeLiteral;

/** A COPY as one query of `pg`, which calls these methods with the server's messages. */
class CopyOut implements Submittable {
  private readonly chunks: Buffer[] = [];

  constructor(
    private readonly text: string,
    readonly callback: (error: Error | null, bytes: Buffer) => void,
  ) {}

  submit(connection: Connection): void {
    connection.query(this.text);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.chunks.push(chunk);
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.callback(error, Buffer.alloc(0));
  }

  handleReadyForQuery(): void {
    this.callback(null, Buffer.concat(this.chunks));
  }
}
