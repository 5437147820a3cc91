import { connect, type Socket } from 'node:net';

export interface Answer {
  readonly status: number;
  /** `X-Position`; 0 if absent. */
  readonly position: number;
  readonly body: Buffer;
}

interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/** The whole text of a request, built in advance where client and server share the machine. */
export function requestText(
  host: string,
  call: {
    readonly method: string;
    readonly path: string;
    readonly cookie: string;
    readonly body?: unknown;
  },
): string {
  const { method, path, cookie, body } = call;
  const head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\n`;
  if (body === undefined) return `${head}\r\n`;
  const text = JSON.stringify(body);
  return `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/**
 * A keep-alive connection with one request at a time. It parses only HTTP/1.1 answers with a content length, because the
 * client shares two cores with the measured server.
 */
export class HttpConnection {
  private received: Buffer = Buffer.alloc(0);
  private waiting: Waiting | undefined;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.receive(chunk));
    socket.on('error', (error) => this.fail(error));
    socket.on('close', () => this.fail(new Error('the connection was closed')));
  }

  static open(url: string): Promise<HttpConnection> {
    const { hostname, port } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port) });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new HttpConnection(socket));
      });
    });
  }

  /** @param request the whole request, head and body */
  send(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.socket.write(request);
    });
  }

  close(): void {
    this.waiting = undefined;
    this.socket.destroy();
  }

  private fail(error: Error): void {
    this.waiting?.reject(error);
    this.waiting = undefined;
  }

  private receive(chunk: Buffer): void {
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    const endOfHead = this.received.indexOf(END_OF_HEAD);
    if (endOfHead < 0) return;
    const head = this.received.toString('latin1', 0, endOfHead);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) {
      this.fail(new Error(`an answer without a length: ${head}`));
      return;
    }
    const from = endOfHead + END_OF_HEAD.length;
    if (this.received.length < from + Number(length)) return;
    const body = this.received.subarray(from, from + Number(length));
    this.received = Buffer.alloc(0);
    const { waiting } = this;
    this.waiting = undefined;
    waiting?.resolve({
      status: Number(head.slice(9, 12)),
      position: Number(/\r\nx-position: (\d+)/i.exec(head)?.[1] ?? 0),
      body,
    });
  }
}
