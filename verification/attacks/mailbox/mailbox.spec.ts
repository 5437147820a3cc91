import type { AddressInfo } from 'node:net';
import type { ComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCRIPTS } from '../../e2e/attacks/scripts.ts';
import { tryClosedMailbox } from './closed-mailbox.ts';
import { openDemo, tryHostileMails } from './hostile-mails.ts';
import { markupOf, textOf } from './markup.ts';

describe('the mailbox page of a demo', () => {
  let composed: ComposedApp;
  beforeAll(async () => {
    composed = await openDemo();
    await composed.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => composed.close());

  it('shows names of sites and people as text', async () => {
    const { pages, faults } = await tryHostileMails(composed);
    expect(faults).toEqual([]);
    expect(pages).toBeGreaterThan(100);
  });

  it('is found if it is served', async () => {
    const { port } = composed.app.server.address() as AddressInfo;
    const { faults } = await tryClosedMailbox(`http://127.0.0.1:${port}`);
    expect(faults).toContain('GET /mailbox shows mails: 200');
  });
});

describe('markup', () => {
  const page = (name: string) => `<main><a href="/mailbox/1" title="x">${name}</a></main>`;
  const usual = markupOf(page('name'));

  it.each(SCRIPTS.filter((script) => /<[a-z/!]/.test(script)))('that a name adds is found: %s', (script) => {
    expect([...markupOf(page(script))].some((kind) => !usual.has(kind))).toBe(true);
  });

  it('in an attribute is found, and text is text', () => {
    const broken = '<main><a href="/mailbox/1" title="x"onfocus="attacked=1">name</a></main>';
    expect([...markupOf(broken)]).toContain('a href title onfocus');
    expect([...markupOf('<a href="javascript:x">')]).toContain('href="javascript:x"');
    expect(markupOf(page('&lt;script&gt;'))).toEqual(usual);
    expect(textOf(page('&lt;b&gt; &amp;lt; &#39;'))).toBe("<b> &lt; '");
  });
});
