import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import type { Connection, PoolClient, Submittable } from 'pg';

/** Members of a connection that the types of `pg` lack. */
interface CopyConnection {
  readonly stream: NodeJS.WritableStream & { readonly writableLength: number };
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** Unsent bytes above which the copy waits. */
const MAX_WAITING = 1_000_000;

/** A COPY statement as a query of `pg`, which calls these methods with the server's messages. */
abstract class Copy implements Submittable {
  readonly callback: (error: Error | null) => void;

  constructor(
    private readonly text: string,
    done: (error: Error | null) => void,
  ) {
    this.callback = done;
  }

  submit(connection: Connection): void {
    (connection as unknown as CopyConnection).query(this.text);
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(null);
  }

  handleCommandComplete(): void {}
}

class CopyOut extends Copy {
  private readonly file: WriteStream;

  constructor(text: string, path: string, done: (error: Error | null) => void) {
    const file = createWriteStream(path);
    super(text, (error) => file.end(() => done(error)));
    this.file = file;
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    // The driver reuses its buffer.
    this.file.write(Buffer.from(chunk));
  }
}

class CopyInFile extends Copy {
  constructor(
    text: string,
    private readonly path: string,
    done: (error: Error | null) => void,
  ) {
    super(text, done);
  }

  async handleCopyInResponse(connection: CopyConnection): Promise<void> {
    for await (const chunk of createReadStream(this.path)) {
      connection.sendCopyFromChunk(chunk as Buffer);
      if (connection.stream.writableLength > MAX_WAITING) await once(connection.stream, 'drain');
    }
    connection.endCopyFrom();
  }
}

function run(client: PoolClient, make: (done: (error: Error | null) => void) => Copy): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(make((error) => (error ? reject(error) : resolve())));
  });
}

/** @param what a table or a query in parentheses */
export const copyToFile = (client: PoolClient, what: string, path: string) =>
  run(client, (done) => new CopyOut(`COPY ${what} TO STDOUT`, path, done));

/** @param into a table, with its columns in parentheses */
export const copyFromFile = (client: PoolClient, into: string, path: string) =>
  run(client, (done) => new CopyInFile(`COPY ${into} FROM STDIN`, path, done));
