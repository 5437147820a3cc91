import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AttackedWorld, visitorOf } from '../attacked-world.ts';
import { makeSecrets } from './make-secrets.ts';
import { searchAnswers } from './search-answers.ts';
import { openLoggedWorld, searchSecrets } from './search-secrets.ts';

describe('keys and secrets of webhooks', () => {
  let world: AttackedWorld;
  let log: string[];
  beforeAll(async () => {
    ({ world, log } = await openLoggedWorld());
  });
  afterAll(() => world.composed.close());

  it('are only in the first answer, and in no log line, event or table', async () => {
    const { counts, faults } = await searchSecrets(world, log);
    expect(faults).toEqual([]);
    expect(counts['answers searched']).toBeGreaterThan(500);
    expect(counts['misplaced secrets']).toBeGreaterThan(100);
    expect(counts['lines of log searched']).toBeGreaterThan(10);
  });

  it('are found if disclosed', async () => {
    const secretive = await makeSecrets(world);
    const [{ text: name = '' } = {}] = secretive.secrets;
    const { siteId, qrId } = world.things.a;
    await visitorOf(world, 'owner-a').must('PUT', `/api/sites/${siteId}/qrs/${qrId}`, { name });
    const { faults } = await searchAnswers(world, secretive, 'listQrs');
    expect(faults).toContain('listQrs by owner-a has an API key');
  });
});
