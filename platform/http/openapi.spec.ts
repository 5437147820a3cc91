import { callOutcomes } from '@perktree/contracts/catalogue/call-outcomes';
import { callRefusals } from '@perktree/contracts/catalogue/call-refusals';
import { allCalls } from '@perktree/contracts/catalogue/calls';
import { namedSchemas } from '@perktree/contracts/catalogue/named-schemas';
import { otherCalls } from '@perktree/contracts/catalogue/other-calls';
import type { Call } from '@perktree/contracts/kernel/call';
import { describe, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { openApiDocument } from './openapi.ts';
import { mountReference } from './reference.ts';

const catalogue = { calls: allCalls, others: otherCalls, namedSchemas, refusals: callRefusals, outcomes: callOutcomes };
const about = { title: 'PerkTree <calls>', version: '1', sessionCookie: 'session' };
const document = openApiDocument(catalogue, about);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

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
  it.each(Object.entries(allCalls) as [string, Call][])('has the call %s, with a summary', (name, call) => {
    const found = operations.find(({ operation }) => operation.operationId === name);
    expect(found?.path).toBe(call.path.replace(/:(\w+)/g, '{$1}'));
    expect(found?.method).toBe(call.method.toLowerCase());
    expect(found?.operation.summary).toMatch(/\S/);
    expect(Object.keys(found?.operation.responses ?? {})).toContain(String(call.status));
    expect(found?.operation.requestBody === undefined).toBe(call.body === undefined);
  });

  it('has no other calls, each with a unique name', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(names.toSorted()).toEqual([...Object.keys(allCalls), ...Object.keys(otherCalls)].toSorted());
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

  it('knows refusals of calls of the catalogue alone', () => {
    for (const name of [...Object.keys(callRefusals), ...Object.keys(callOutcomes)]) {
      expect(Object.keys(allCalls)).toContain(name);
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
