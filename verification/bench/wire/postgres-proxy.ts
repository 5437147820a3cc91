import { tcpAddressOf, throughPort } from '@perktree/event-store/testing/through-proxy';
import { startTcpProxy } from '../../e2e/support/tcp-proxy.ts';

/** One statement between a process and Postgres, by `performance.now()`. */
export interface Statement {
  readonly from: number;
  /** When the server was ready for the next; infinite before. */
  to: number;
}

export interface PostgresProxy {
  /** Of the database behind it. */
  readonly url: string;
  /** Since the start, in the order in which they were sent. */
  readonly statements: Statement[];
  close(): Promise<void>;
}

/** A proxy before a Postgres server, over which each statement is counted. @param target a connection string without TLS */
export async function startPostgresProxy(target: string): Promise<PostgresProxy> {
  const statements: Statement[] = [];
  const proxy = await startTcpProxy(tcpAddressOf(target), () => {
    /** Statements that were sent together: the server is ready once for all of them. */
    let together: Statement[] = [];
    const open: Statement[][] = [];
    // The first message of a session has no type.
    const sent = messageReader(true, (type) => {
      if (type === 'Q' || type === 'E') {
        const statement: Statement = { from: performance.now(), to: Number.POSITIVE_INFINITY };
        statements.push(statement);
        together.push(statement);
      }
      if (type !== 'Q' && type !== 'S') return;
      open.push(together);
      together = [];
    });
    const received = messageReader(false, (type) => {
      if (type === 'Z') for (const statement of open.shift() ?? []) statement.to = performance.now();
    });
    return [sent, received];
  });
  return { url: throughPort(target, proxy.port), statements, close: proxy.close };
}

/** Reads the types of the protocol's messages: a letter, and the length of the rest in four bytes. */
export function messageReader(isFirstWithoutType: boolean, onMessage: (type: string) => void) {
  let rest: Buffer = Buffer.alloc(0);
  let toSkip = 0;
  let hasType = !isFirstWithoutType;
  return (chunk: Buffer): void => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    while (at < bytes.length) {
      if (toSkip > 0) {
        const skipped = Math.min(toSkip, bytes.length - at);
        toSkip -= skipped;
        at += skipped;
        continue;
      }
      const head = hasType ? 1 : 0;
      if (bytes.length - at < head + 4) break;
      if (hasType) onMessage(String.fromCharCode(bytes[at] as number));
      toSkip = bytes.readUInt32BE(at + head) - 4;
      at += head + 4;
      hasType = true;
    }
    rest = bytes.subarray(at);
  };
}

/** How many of the statements followed one another: the most of which none began before another had ended. */
export function inTurn(statements: readonly Statement[]): number {
  let count = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { from, to } of statements.toSorted((a, b) => a.to - b.to)) {
    if (from < until || to === Number.POSITIVE_INFINITY) continue;
    count += 1;
    until = to;
  }
  return count;
}
