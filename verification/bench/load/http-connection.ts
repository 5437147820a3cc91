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

  static open(host: string, port: number): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port });
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
