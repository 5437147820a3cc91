import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seeded } from '../../trust/dice.ts';
import { type AttackedEndpoints, openAttackedEndpoints } from './attacked-endpoints.ts';
import { privateUrl } from './private-urls.ts';
import { tryPrivateUrls } from './try-private-urls.ts';
import { tryRebinding } from './try-rebinding.ts';

describe('a webhook endpoint', () => {
  let target: AttackedEndpoints;
  beforeAll(async () => {
    target = await openAttackedEndpoints();
  });
  afterAll(() => target.close());

  it('is not saved at a private address in any notation', async () => {
    expect(await tryPrivateUrls(target, 1, (tried) => tried < 300)).toEqual({ tried: 300, accepted: [] });
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
    expect((await tryPrivateUrls(target, 1, (tried) => tried < 20)).accepted.length).toBeGreaterThan(0);
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

it('private addresses are deterministic for a seed and come in many forms', () => {
  const many = (seed: number) => {
    const dice = seeded(seed);
    return Array.from({ length: 1_000 }, () => privateUrl(dice));
  };
  expect(many(3)).toEqual(many(3));
  expect(new Set(many(4)).size).toBeGreaterThan(800);
});
