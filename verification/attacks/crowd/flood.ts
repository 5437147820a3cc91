import { HttpConnection } from '@perktree/bench/load/http-connection';

/** The call that a flood repeats. */
export interface Flooding {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  readonly cookie: string;
  /** `X-Forwarded-For`; default: none. */
  readonly forwardedFor?: string;
  /** Sent in turn; default: no body. */
  readonly bodies?: readonly unknown[];
}

/** Request texts, built in advance because client and server share the machine. */
export function requestTexts(url: string, call: Flooding): readonly string[] {
  const { method, path, cookie, forwardedFor, bodies } = call;
  const from = forwardedFor === undefined ? '' : `x-forwarded-for: ${forwardedFor}\r\n`;
  const head = `${method} ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\ncookie: ${cookie}\r\n${from}`;
  if (bodies === undefined) return [`${head}\r\n`];
  return bodies.map((body) => {
    const text = JSON.stringify(body);
    return `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  });
}

export function connectTo(url: string): Promise<HttpConnection> {
  const { hostname, port } = new URL(url);
  return HttpConnection.open(hostname, Number(port));
}

/**
 * Opens `callers` connections. Each sends its next request as soon as the last is answered.
 * @returns ends the flood and resolves with the number of answers by status
 */
export async function flood(url: string, callers: number, call: Flooding): Promise<() => Promise<Map<number, number>>> {
  const answers = new Map<number, number>();
  const texts = requestTexts(url, call);
  let sent = 0;
  const connections = await Promise.all(Array.from({ length: callers }, () => connectTo(url)));
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
