import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

export interface TestInstance {
  /** `127.0.0.1:3001`. */
  readonly address: string;
  /** Status code of `/readyz`; 0: no answer, like a frozen process. */
  ready: number;
  /** `status` in the body of `/readyz`. */
  status: string;
  close(): Promise<void>;
}

/** Starts an instance of a service that is ready. */
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
