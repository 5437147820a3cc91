import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AttackedWorld, openAttackedWorld, visitorOf } from '../attacked-world.ts';
import { makeSecrets } from './make-secrets.ts';
import { searchAnswers, searchSecrets } from './search-secrets.ts';

describe('keys and secrets of webhooks', () => {
  const log: string[] = [];
  let world: AttackedWorld;
  beforeAll(async () => {
    world = await openAttackedWorld({ log, sendsWebhooks: { delayAfter: () => 20, pollMs: 500 } });
  });
  afterAll(() => world.composed.close());

  it('are only in the first answer, and in no log line, event or table', async () => {
    expect(await searchSecrets(world, log, await makeSecrets(world))).toEqual([]);
    expect(log.length).toBeGreaterThan(10);
  });

  it('are found if disclosed', async () => {
    const secretive = await makeSecrets(world);
    const [{ text: name = '' } = {}] = secretive.secrets;
    const { siteId, qrId } = world.things.a;
    await visitorOf(world, 'owner-a').must('PUT', `/api/sites/${siteId}/qrs/${qrId}`, { name });
    expect(await searchAnswers(world, secretive, 'listQrs')).toContain('listQrs by owner-a has an API key');
  });
});
