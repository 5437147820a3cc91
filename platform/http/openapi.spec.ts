import { callOutcomes } from '@perktree/contracts/catalogue/call-outcomes';
import { callRefusals } from '@perktree/contracts/catalogue/call-refusals';
import { calls } from '@perktree/contracts/catalogue/calls';
import { namedSchemas } from '@perktree/contracts/catalogue/named-schemas';
import { otherCalls } from '@perktree/contracts/catalogue/other-calls';
import type { Call } from '@perktree/contracts/kernel/call';
import { describe, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { openApiDocument } from './openapi.ts';
import { mountReference } from './reference.ts';

const catalogue = { calls, others: otherCalls, namedSchemas, refusals: callRefusals, outcomes: callOutcomes };
const about = { title: 'PerkTree <calls>', version: '1', sessionCookie: 'session' };
const document = openApiDocument(catalogue, about);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const operationOf = (name: string) => {
  const found = operations.find(({ operation }) => operation.operationId === name);
  if (!found) throw new Error(`${name} is not in the document`);
  return found.operation;
};

/** Every `$ref` in a value, at any depth. */
function refsIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : refsIn(inner),
  );
}
const at = (ref: string) =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], document);

describe('the OpenAPI document', () => {
  it.each(Object.entries(calls) as [string, Call][])('has the call %s, with a summary', (name, call) => {
    const found = operations.find(({ operation }) => operation.operationId === name);
    expect(found?.path).toBe(call.path.replace(/:(\w+)/g, '{$1}'));
    expect(found?.method).toBe(call.method.toLowerCase());
    expect(found?.operation.summary).toMatch(/\S/);
    expect(Object.keys(found?.operation.responses ?? {})).toContain(String(call.status));
    expect(found?.operation.requestBody === undefined).toBe(call.body === undefined);
  });

  it('shows the stream and the notices as they are', () => {
    const stream = operationOf('events');
    expect(stream.responses['200']?.content).toEqual({
      'text/event-stream': {
        schema: {
          ...{ type: 'string', contentMediaType: 'application/json' },
          contentSchema: { $ref: '#/components/schemas/LiveMessage' },
        },
      },
    });
    expect(stream.parameters.map((one) => 'name' in one && one.name)).toEqual([
      ...['after', 'Last-Event-ID', 'X-Min-Position'],
    ]);
    expect(stream.security).toEqual([{ session: [] }]);
    expect(stream.responses['429']?.headers).toHaveProperty('Retry-After');
    const notice = operationOf('stripeNotice');
    expect(notice.parameters).toContainEqual(expect.objectContaining({ name: 'Stripe-Signature', required: true }));
    expect(notice.responses['400']?.description).toContain('PAYMENT_NOTICE_INVALID');
  });

  it('has no other calls, each with a unique name', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(names.toSorted()).toEqual([...Object.keys(calls), ...Object.keys(otherCalls)].toSorted());
    expect(new Set(names).size).toBe(names.length);
  });

  it('has no dangling references', () => {
    const refs = refsIn(document);
    expect(refs.length).toBeGreaterThan(20);
    for (const ref of refs) {
      expect(ref).toMatch(/^#\/components\//);
      expect(at(ref), ref).toBeTypeOf('object');
    }
    expect(JSON.stringify(document)).not.toContain('$defs');
  });

  it('declares the parameters of each path, and those alone', () => {
    for (const { path, operation } of operations) {
      const declared = operation.parameters.flatMap((one) => ('in' in one && one.in === 'path' ? [one] : []));
      expect(declared.map(({ name }) => name).toSorted()).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted(),
      );
      expect(declared.every(({ required }) => required)).toBe(true);
      for (const { description } of Object.values(operation.responses)) expect(description).toMatch(/\S/);
    }
  });

  it('shows requests as a client sends them and answers as they come', () => {
    const limit = operationOf('listQrs').parameters.find((one) => 'name' in one && one.name === 'limit');
    expect(limit).toMatchObject({ in: 'query', required: false, schema: { type: 'string' } });
    const body = operationOf('register').requestBody?.content['application/json']?.schema;
    expect(body).toMatchObject({ additionalProperties: false, required: ['email', 'password'] });
    expect(operationOf('createQr').responses['201']?.content?.['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/Qr',
    });
    const { content, ...answered } = operationOf('endOtherSessions').responses['204'] ?? {};
    expect([content, answered]).toMatchObject([undefined, { description: 'Done.' }]);
    const redemption = operationOf('v1CreateRedemption').responses;
    expect(redemption['200']?.content).toEqual(redemption['201']?.content);
    expect(document.components.schemas.QrTreeNode).toMatchObject({
      properties: { children: { items: { $ref: '#/components/schemas/QrTreeNode' } } },
    });
  });

  it('documents headers, access and refusals', () => {
    const { parameters, responses, security } = operationOf('createQr');
    expect(parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
    expect(responses['201']?.headers).toHaveProperty('X-Position');
    expect(responses['400']?.description).toContain('`COMMISSION_TOO_HIGH`: Maximum available commission');
    expect(responses['402']?.description).toContain('PLAN_LIMIT_REACHED');
    expect(responses['503']?.headers).toHaveProperty('Retry-After');
    expect(responses['404']?.content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Error' });
    expect(security).toEqual([{ session: [] }]);
    const list = operationOf('listQrs');
    expect(list.parameters).toContainEqual({ $ref: '#/components/parameters/MinPosition' });
    expect(list.responses['200']?.headers).toHaveProperty('X-Next-Cursor');
    expect(operationOf('scan').security).toEqual([]);
    expect(operationOf('staffRedeem').responses['200']?.description).toContain('UNKNOWN_REDEMPTION_CODE');
  });

  it('knows refusals of calls of the catalogue alone', () => {
    for (const name of [...Object.keys(callRefusals), ...Object.keys(callOutcomes)]) {
      expect(Object.keys(calls)).toContain(name);
    }
  });
});

describe('the reference', () => {
  const served = async (path: string) => {
    const app = createApp({ logger: false, publicOrigin: null });
    mountReference(app, () => document);
    const response = await app.inject({ url: path });
    await app.close();
    return response;
  };

  it('is served as JSON', async () => {
    const response = await served('/api/openapi.json');
    expect(response.headers['content-type']).toContain('application/json');
    expect(response.json()).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('is a page that shows each call, and leads nowhere that is not on it', async () => {
    const { body, headers } = await served('/api/docs');
    expect(headers['content-type']).toContain('text/html');
    for (const { path, operation } of operations) {
      expect(body).toContain(`<section class="call" id="${operation.operationId}">`);
      expect(body).toContain(path);
    }
    for (const [, id] of body.matchAll(/href="#([^"]+)"/g)) expect(body).toContain(`id="${id}"`);
    expect(body).toContain('PerkTree &#60;calls&#62;');
  });

  it('has no scripts or external resources, and its policy allows its stylesheet only', async () => {
    const { body, headers } = await served('/api/docs');
    expect(body).not.toMatch(/<script|<link|<img|\son\w+=|\sstyle=|src=|https?:\/\//);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; /);
  });
});
