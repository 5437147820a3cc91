import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
// biome-ignore lint/style/noRestrictedImports: a server that answers late
import { setTimeout as sleep } from 'node:timers/promises';

interface Received {
  readonly headers: Record<string, string>;
  readonly text: string;
  readonly body: {
    readonly type: string;
    readonly timestamp: string;
    readonly position: string;
    readonly parked: number;
    readonly data: unknown;
  };
}

type Answer = number | 'reset' | 'silent';

/** A receiver of webhooks on a port of this machine, which answers 204 unless told otherwise. */
export class Receiver {
  readonly messages: Received[] = [];
  /** What it answers next, by status; then 204 again. */
  readonly answers: (Answer | Promise<Answer>)[] = [];

  /** Answers 422 to these messages. */
  rejects: (body: Received['body']) => boolean = () => false;

  /** The next request is answered once the returned function is called. */
  answerLater(answer: Answer): () => void {
    let later = () => {};
    this.answers.push(
      new Promise((done) => {
        later = () => done(answer);
      }),
    );
    return later;
  }

  /** How long it takes for each message, in milliseconds. */
  pauseMs = 0;

  private constructor(private readonly server: Server) {}

  static async open(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, response) => void receiver.receive(request, response));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hooks`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    // Chosen before the message is visible: an answer that a test adds after seeing this message is for the next one.
    const given = this.answers.shift();
    const body = JSON.parse(text);
    this.messages.push({ headers: request.headers as Record<string, string>, text, body });
    const chosen = given ?? (this.rejects(body) ? 422 : 204);
    await sleep(this.pauseMs);
    const answer = await chosen;
    if (answer === 'reset') request.socket.resetAndDestroy();
    else if (answer !== 'silent') response.writeHead(answer, answer === 301 ? { location: '/elsewhere' } : {}).end();
  }
}
