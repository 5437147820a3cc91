import { HttpConnection } from '@perktree/bench/load/http-connection';

/** A call, as whoever floods sends it. */
export interface Flooding {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  readonly cookie: string;
  /** The address that a proxy in front would tell; left out: none. */
  readonly forwardedFor?: string;
  /** One after the other; left out: none. */
  readonly bodies?: readonly unknown[];
}

/** The texts of requests, so that making them takes nothing from the machine that both share. */
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
 * So many connections, each of which asks again as soon as it is answered, whatever the answer.
 * @returns ends it, and tells how many answers came by their status
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
