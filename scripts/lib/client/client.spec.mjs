import { join } from 'node:path';
import { callOutcomes, callRefusals } from '@perktree/contracts/catalogue/call-refusals';
import { calls as allCalls } from '@perktree/contracts/catalogue/calls';
import { namedSchemas } from '@perktree/contracts/catalogue/named-schemas';
import { V1_PATH } from '@perktree/contracts/catalogue/v1';
import { openApiDocument } from '@perktree/platform/http/openapi';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../project.mjs';
import { filesOf, generateClient } from './generate.mjs';

const GENERATED = join(root, 'sdk/generated');

/** Of programs. The other calls are the screens' own, and change with them. */
const calls = Object.fromEntries(Object.entries(allCalls).filter(([, { path }]) => path.startsWith(V1_PATH)));

/** The OpenAPI document of these calls. */
function documentOfCalls() {
  const catalogue = { calls, others: {}, namedSchemas, refusals: callRefusals, outcomes: callOutcomes };
  const document = openApiDocument(catalogue, { title: 'PerkTree', version: '1', sessionCookie: 'session' });
  // These calls answer problems. A type named Error would hide JavaScript's own.
  const { Error: _, ...schemas } = document.components.schemas;
  return { ...document, components: { ...document.components, schemas } };
}

let files;
beforeAll(async () => {
  files = await generateClient(documentOfCalls());
});

describe('the client in sdk/generated', () => {
  it('is what the OpenAPI document gives (if not: npm run docs)', async () => {
    for (const [path, text] of files) await expect(text).toMatchFileSnapshot(join(GENERATED, path));
  });

  it('has no other files (if it has: delete them)', () => {
    expect([...filesOf(GENERATED).keys()].filter((path) => !files.has(path))).toEqual([]);
  });

  it('has the calls of version 1, by their names, and no others', () => {
    const names = [...files.get('sdk.gen.js').matchAll(/^export const (\w+) = /gm)].map(([, name]) => name);
    expect(names.toSorted()).toEqual(Object.keys(calls).toSorted());
  });

  it('imports nothing but itself', () => {
    for (const [path, text] of files) expect(text, path).not.toMatch(/\b(from|import|require)\b *\(?['"][^.]/);
  });
});
