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

const CLOSES = /\r\nconnection: close/i;
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
 * One request at a time, over a connection that is kept until the server closes it, as the gateway does after each answer. It
 * parses only HTTP/1.1 answers with a content length, because the client shares two cores with the measured server.
 */
export class HttpConnection {
  private received: Buffer = Buffer.alloc(0);
  private waiting: Waiting | undefined;
  private socket: Socket | null = null;

  constructor(private readonly url: string) {}

  private open(): Socket {
    const { hostname, port } = new URL(this.url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    socket.on('data', (chunk) => this.receive(chunk));
    const fail = (error: Error) => {
      if (socket === this.socket) this.fail(error);
    };
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('the connection was closed')));
    return socket;
  }

  /** @param request the whole request, head and body */
  send(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.socket ??= this.open();
      this.socket.write(request);
    });
  }

  close(): void {
    this.waiting = undefined;
    this.socket?.destroy();
    this.socket = null;
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
    if (CLOSES.test(head)) this.close();
    this.waiting = undefined;
    waiting?.resolve({
      status: Number(head.slice(9, 12)),
      position: Number(/\r\nx-position: (\d+)/i.exec(head)?.[1] ?? 0),
      body,
    });
  }
}
