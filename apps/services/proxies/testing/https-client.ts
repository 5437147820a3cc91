import { type IncomingHttpHeaders, type IncomingMessage, request as plain, type RequestOptions } from 'node:http';
import { request as encrypted } from 'node:https';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Call {
  readonly method?: string;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: object;
}

/** A client with its own address on the loopback network. */
export class HttpsClient {
  private readonly cookies = new Map<string, string>();

  constructor(
    readonly address: string,
    private readonly target: { readonly port: number; readonly isPlain?: boolean },
  ) {}

  async call(path: string, call: Call = {}): Promise<Answer> {
    const response = await this.open(path, call);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    for (const cookie of response.headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = (cookie.split(';', 1)[0] ?? '').split('=', 2);
      this.cookies.set(name, value);
    }
    return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
  }

  /** Resolves to the answer before its body has arrived. */
  open(path: string, { method = 'GET', headers = {}, body }: Call = {}): Promise<IncomingMessage> {
    const payload = body === undefined ? null : JSON.stringify(body);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const options: RequestOptions = {
      host: '127.0.0.1',
      localAddress: this.address,
      port: this.target.port,
      path,
      method,
      agent: false,
      headers: {
        host: 'perktree.example',
        ...(cookie && { cookie }),
        ...(payload !== null && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
        ...headers,
      },
    };
    return new Promise((done, reject) => {
      const request = this.target.isPlain
        ? plain(options)
        : encrypted({ ...options, servername: 'perktree.example', rejectUnauthorized: false });
      request.once('response', done);
      request.once('error', reject);
      request.end(payload);
    });
  }
}
