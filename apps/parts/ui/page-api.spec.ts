import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PageApi, pageApiOverHttp } from './page-api.ts';

const REQUEST = { ip: '192.0.2.1', headers: { cookie: 'session=1' } } as FastifyRequest;
const PATH = '/api/scan-info/customer/a-token';

let gateway: Server;
let api: PageApi;
let respond: RequestListener;
beforeEach(async () => {
  gateway = createServer((request, response) => respond(request, response));
  await new Promise<void>((listening) => gateway.listen(0, '127.0.0.1', listening));
  api = pageApiOverHttp(`http://127.0.0.1:${(gateway.address() as AddressInfo).port}`, 100);
});
afterEach(async () => {
  gateway.closeAllConnections();
  await new Promise((closed) => gateway.close(closed));
});

describe.each<[string, RequestListener]>([
  ['is not JSON', (_, response) => response.end('<html>')],
  ['has no body', (_, response) => response.end()],
  ['breaks off', (_, response) => response.write('{"success":', () => response.destroy())],
  ['does not end before the timeout', (_, response) => void response.write('{"success":')],
])('an answer that %s', (_, listener) => {
  beforeEach(() => {
    respond = listener;
  });

  it('leaves the page without the offer', async () => {
    expect(await api.scanInfo(REQUEST, PATH)).toEqual({ status: 503, info: null });
  });

  it('leaves the page without the notice of a view', async () => {
    expect(await api.isViewing(REQUEST)).toBe(false);
  });
});

it('passes on the status and the data of a JSON answer', async () => {
  respond = (_, response) => response.writeHead(404).end('{"success":false,"message":"Unknown"}');
  expect(await api.scanInfo(REQUEST, PATH)).toEqual({ status: 404, info: { success: false, message: 'Unknown' } });
});
