import { HttpConnection, requestText } from '@perktree/bench/load/http-connection';

/** The call that a flood repeats. */
export interface Flooding {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  readonly cookie: string;
  /** Sent in turn; default: no body. */
  readonly bodies?: readonly unknown[];
}

/**
 * Opens `callers` connections. Each sends its next request as soon as the last is answered.
 * @returns ends the flood and resolves with the number of answers by status
 */
export async function flood(url: string, callers: number, call: Flooding): Promise<() => Promise<Map<number, number>>> {
  const answers = new Map<number, number>();
  const { bodies = [undefined], ...one } = call;
  const texts = bodies.map((body) => requestText(new URL(url).host, { ...one, body }));
  let sent = 0;
  const connections = await Promise.all(Array.from({ length: callers }, () => HttpConnection.open(url)));
  let isOver = false;
  const loops = connections.map(async (connection) => {
    while (!isOver) {
      const { status } = await connection.send(texts[sent++ % texts.length] ?? '');
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
    connection.close();
  });
  return async () => {
    isOver = true;
    await Promise.all(loops);
    return answers;
  };
}
