import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRIVATE_URLS } from './private-urls.ts';
import { type AttackedEndpoints, openAttackedEndpoints } from './trap.ts';
import { tryRebinding } from './try-rebinding.ts';

const ENDPOINTS = '/api/webhook-endpoints';
/** At a public address. Nothing is sent there, as the business has no such event. */
const ALLOWED = { url: 'https://192.0.1.9/hooks', eventTypes: ['payout.failed'], siteIds: null };

/** Creates endpoints at private addresses, and moves one there. @returns those that were not refused for their `url` */
async function tryPrivateUrls({ composed, business: { owner } }: AttackedEndpoints): Promise<readonly string[]> {
  const { id } = await owner.must('POST', ENDPOINTS, ALLOWED);
  const { key } = await owner.must('POST', '/api/api-keys', { name: 'Hooks', scopes: ['webhooks'], siteIds: null });
  const program = Object.assign(new Visitor(composed.app, 'program'), { apiKey: key });
  const writes = [
    [owner, 'POST', ENDPOINTS],
    [owner, 'PUT', `${ENDPOINTS}/${id}`],
    [program, 'POST', ENDPOINTS.replace('/api', '/api/v1')],
    [program, 'PUT', `${ENDPOINTS.replace('/api', '/api/v1')}/${id}`],
  ] as const;
  const before = await owner.must('GET', ENDPOINTS);
  const accepted: string[] = [];
  for (const [n, url] of PRIVATE_URLS.entries()) {
    const [caller, method, path] = writes[n % writes.length] as (typeof writes)[number];
    const { status, body } = await caller.call(method, path, { ...ALLOWED, url });
    const isRefused = status === 400 && body.issues?.some((issue: { path: string }) => issue.path === 'url');
    if (isRefused) continue;
    accepted.push(`${method} ${path} ${JSON.stringify(url)}: ${status}`);
    break;
  }
  if (accepted.length === 0) expect(await owner.must('GET', ENDPOINTS)).toEqual(before);
  await owner.must('DELETE', `${ENDPOINTS}/${id}`);
  return accepted;
}

describe('a webhook endpoint', () => {
  let target: AttackedEndpoints;
  beforeAll(async () => {
    target = await openAttackedEndpoints();
  });
  afterAll(() => target.close());

  it('is not saved at a private address in any notation', async () => {
    expect(PRIVATE_URLS.length).toBeGreaterThan(300);
    expect(await tryPrivateUrls(target)).toEqual([]);
  });

  it('reaches nothing on this machine if its name resolves to it later', async () => {
    const { deliveries, faults } = await tryRebinding(target);
    expect(faults).toEqual([]);
    expect(deliveries).toBeGreaterThan(15);
  });
});

describe('a product without the guard', () => {
  let target: AttackedEndpoints;
  beforeAll(async () => {
    target = await openAttackedEndpoints({ allowPrivate: true });
  });
  afterAll(() => target.close());

  it('is found to save private addresses and names that become private', async () => {
    expect(await tryPrivateUrls(target)).toHaveLength(1);
    const faults = (await tryRebinding(target)).faults.join('\n');
    expect(faults).toContain('it could be saved again');
    expect(faults).toContain('webhook.test was not refused');
  });

  it('reaches the trap', async () => {
    const { owner } = target.business;
    const wanted = { url: `https://127.0.0.1:${target.trap.port}/`, eventTypes: ['*'], siteIds: null };
    const { id } = await owner.must('POST', '/api/webhook-endpoints', wanted);
    await owner.must('POST', `/api/webhook-endpoints/${id}/test`, {});
    await expect.poll(() => target.trap.connections).toBeGreaterThan(0);
  });
});
