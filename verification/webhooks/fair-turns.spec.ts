import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { claimEndpoints, release } from '@perktree/webhook-service/claims';
import { afterAll, expect, it } from 'vitest';

const LEASE_MS = 20_000;
// The test takes endpoints itself.
const composed = await startComposedApp();
afterAll(() => composed?.close());

it('an endpoint that always has something to do does not keep another one waiting', async () => {
  const [busy, quiet] = [await endpointOf('busy'), await endpointOf('quiet')];
  await busy.requestTest();
  await quiet.requestTest();
  const taken: string[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    const [claim] = await claimEndpoints(composed.pool, 1, LEASE_MS);
    if (claim === undefined) throw new Error('no endpoint is due');
    taken.push(claim.endpointId);
    // The delivery stays pending, as if the owner had requested another one.
    await release(composed.pool, claim);
  }
  expect(taken).toEqual([busy.id, quiet.id, busy.id, quiet.id]);
});

async function endpointOf(name: string) {
  const { owner } = await openBusiness(composed.app, name);
  const wanted = { url: `http://127.0.0.1:9/${name}`, eventTypes: ['*'], siteIds: null };
  const { id } = await owner.must('POST', '/api/webhook-endpoints', wanted);
  return { id, requestTest: () => owner.must('POST', `/api/webhook-endpoints/${id}/test`) };
}
