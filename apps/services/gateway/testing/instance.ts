import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

export interface TestInstance {
  /** `127.0.0.1:3001`. */
  readonly address: string;
  /** What `/readyz` answers; 0: nothing, as a frozen process. */
  ready: number;
  /** The status that `/readyz` names. */
  status: string;
  close(): Promise<void>;
}

/** An instance of a service. It is ready. */
export async function startInstance(answer: Answer): Promise<TestInstance> {
  const server = createServer((request, response) => {
    if (request.url === '/readyz') {
      if (instance.ready !== 0) response.writeHead(instance.ready).end(JSON.stringify({ status: instance.status }));
      return;
    }
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => answer(request, response, body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const instance: TestInstance = {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: 200,
    status: 'ready',
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return instance;
}
