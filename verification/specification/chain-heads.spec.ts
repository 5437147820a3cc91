import { join } from 'node:path';
import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { signedText } from '@perktree/audit-service/chain/signed-heads';
import { auditChainCalls, type SignedHead } from '@perktree/contracts/audit/chain-calls';
import { HOUR_MS } from '@perktree/contracts/kernel/durations';
import { expect, it } from 'vitest';

const { verifyHeads }: { verifyHeads(entries: readonly object[], given: object): object } = await import(
  join(import.meta.dirname, '../../scripts/verify-heads.mjs')
);

let now = Date.parse('2026-05-10T10:00:00.000Z');
const composed = await useComposedApp({ clock: () => new Date(now) });
const business = await openBusiness(composed.app, 'first');
const signed = async () => {
  await business.owner.must('GET', `/api/sites/${business.siteId}/statement`);
  return auditChainCalls.auditHeads.answer.parse(await json('/api/audit/heads')).heads[0] as SignedHead;
};
const first = await signed();
await openBusiness(composed.app, 'second');
now += HOUR_MS;
/** Of a small and of a larger history. */
const heads = [first, await signed()] as const;
const { keys } = auditChainCalls.auditKeys.answer.parse(await json('/api/audit/key'));

async function json(path: string) {
  const { statusCode, body } = await composed.app.inject(path);
  expect([statusCode, body]).toEqual([200, expect.anything()]);
  return JSON.parse(body);
}

it('two heads of the product are of one history by its proof, which an outsider checks', async () => {
  expect(heads[0].events).toBeLessThan(heads[1].events);
  const proofs = [await json(`/api/audit/consistency?from=${heads[0].events}&to=${heads[1].events}`)];
  const entries = heads.map((head) => ({ head, file: 'heads.json' }));
  const given = { keys, given: [keys[0]?.publicKey], proofs };
  expect(verifyHeads(entries, given)).toMatchObject({ wrong: [], unproven: [] });
});

it('a head is a file, the text that a time stamp is about; one that was never signed is not found', async () => {
  const { head, file, timeStamp } = await json(`/api/audit/heads/${heads[0].events}`);
  expect([head, timeStamp]).toEqual([heads[0], null]);
  expect(file).toBe(`${signedText(heads[0])}${heads[0].keyId}\n${heads[0].signature}\n`);
  expect((await composed.app.inject('/api/audit/heads/1000000')).json().code).toBe('HEAD_NOT_FOUND');
});
