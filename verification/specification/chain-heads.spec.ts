import { join } from 'node:path';
import { type ComposedApp, startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { type OpenBusiness, openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { signedText } from '@perktree/audit-service/chain/signed-heads';
import { newPrivateKey, readSigningKey, type SigningKey } from '@perktree/audit-service/chain/signing-key';
import { handOverText, revocationText } from '@perktree/audit-service/chain/signing-keys';
import { auditChainCalls, type PublishedKey, type SignedHead } from '@perktree/contracts/audit/chain-calls';
import { HOUR_MS } from '@perktree/contracts/kernel/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Given {
  readonly keys?: readonly PublishedKey[];
  readonly given?: readonly string[];
  readonly proofs?: readonly unknown[];
}
type Entry = { readonly head: SignedHead; readonly file: string };
interface Verdict {
  readonly wrong: readonly string[];
  readonly unproven: readonly string[];
}
const { verifyHeads }: { verifyHeads(entries: readonly Entry[], given: Given): Verdict } = await import(
  join(import.meta.dirname, '../../scripts/verify-heads.mjs')
);

let now = Date.parse('2026-05-10T10:00:00.000Z');
let composed: ComposedApp;
let business: OpenBusiness;
/** Of a small and of a larger history. */
let heads: readonly [SignedHead, SignedHead];
let keys: readonly PublishedKey[];
beforeAll(async () => {
  composed = await startComposedApp({ clock: () => new Date(now) });
  business = await openBusiness(composed.app, 'first');
  const signed = async () => {
    await business.owner.must('GET', `/api/sites/${business.siteId}/statement`);
    return auditChainCalls.auditHeads.answer.parse(await json('/api/audit/heads')).heads[0] as SignedHead;
  };
  const first = await signed();
  await openBusiness(composed.app, 'second');
  now += HOUR_MS;
  heads = [first, await signed()];
  ({ keys } = auditChainCalls.auditKeys.answer.parse(await json('/api/audit/key')));
});
afterAll(() => composed.close());

async function json(path: string) {
  const { statusCode, body } = await composed.app.inject(path);
  expect([statusCode, body]).toEqual([200, expect.anything()]);
  return JSON.parse(body);
}
const entries = (...all: readonly SignedHead[]) => all.map((head) => ({ head, file: 'heads.json' }));
const proof = async () => json(`/api/audit/consistency?from=${heads[0].events}&to=${heads[1].events}`);
const check = (all: readonly SignedHead[], proofs: readonly unknown[]) =>
  verifyHeads(entries(...all), { keys, given: [keys[0]?.publicKey ?? ''], proofs });

describe('two heads of the product', () => {
  it('are of one history by its proof, which an outsider checks', async () => {
    expect(heads[0].events).toBeLessThan(heads[1].events);
    expect(check(heads, [await proof()])).toMatchObject({ wrong: [], unproven: [] });
  });

  it('are not said to be of one history without a proof', () => {
    expect(check(heads, [])).toMatchObject({ wrong: [], unproven: [`${heads[0].events} and ${heads[1].events}`] });
  });

  it('are refused where one is of another history', async () => {
    const genuine = await proof();
    for (const name of ['root', 'parts'] as const) {
      const other = { ...heads[0], [name]: 'ab'.repeat(32) };
      const pair = `the heads of ${heads[0].events} and ${heads[1].events} events`;
      expect(check([other, heads[1]], [genuine]).wrong).toEqual([
        expect.stringContaining('is not signed by'),
        `By the proof, ${pair} are not of one history (${name}).`,
      ]);
    }
  });

  it('have a proof between any two numbers of events, and none beyond the record or backwards', async () => {
    const [{ events }] = heads;
    expect(await json(`/api/audit/consistency?from=1&to=${events - 1}`)).toMatchObject({ from: 1, to: events - 1 });
    for (const query of ['from=2&to=1', 'from=1&to=1000000']) {
      const { statusCode, body } = await composed.app.inject(`/api/audit/consistency?${query}`);
      expect([statusCode, JSON.parse(body).issues[0].path]).toEqual([400, 'to']);
    }
  });
});

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
const base64 = (signature: Buffer) => signature.toString('base64');
/** Three keys, each handed over by the one before, at 1 and at 2 o'clock; the second is revoked from 2 o'clock on. */
function family() {
  const all = [newKey(), newKey(), newKey()] as const;
  const [first, second, third] = all;
  const next = (from: SigningKey, key: SigningKey, since: string): PublishedKey => ({
    ...{ keyId: key.keyId, publicKey: key.publicKey, since, until: null, revoked: null },
    handOver: {
      from: from.keyId,
      signature: base64(from.sign(handOverText(from.keyId, { keyId: key.keyId, publicKey: key.publicKey, since }))),
    },
  });
  const published: [PublishedKey, PublishedKey, PublishedKey] = [
    { keyId: first.keyId, publicKey: first.publicKey, since: at(0), until: at(1), handOver: null, revoked: null },
    { ...next(first, second, at(1)), until: at(3) },
    next(second, third, at(3)),
  ];
  return { all, published };
}
const newKey = () => readSigningKey(newPrivateKey());
const revoked = (key: PublishedKey, by: SigningKey, from: string): PublishedKey => {
  const facts = { at: from, reason: 'stolen', by: by.keyId };
  return { ...key, revoked: { ...facts, signature: base64(by.sign(revocationText(key.keyId, facts))) } };
};
const headBy = (key: SigningKey, signedAt: string): SignedHead => {
  const facts = { ...heads[0], signedAt };
  return { ...facts, keyId: key.keyId, signature: base64(key.sign(signedText(facts))) };
};

describe('keys', () => {
  const verdict = (head: SignedHead, published: readonly PublishedKey[], ...trusted: readonly SigningKey[]) =>
    verifyHeads(entries(head), { keys: published, given: trusted.map(({ publicKey }) => publicKey) }).wrong;

  it('that a trusted key handed over are trusted, and others are not', () => {
    const { all, published } = family();
    expect(verdict(headBy(all[2], at(4)), published, all[0])).toEqual([]);
    expect(verdict(headBy(all[0], at(0)), published, all[2])).toEqual([
      expect.stringContaining('neither given nor handed over by a given key'),
    ]);
    expect(verdict(headBy(newKey(), at(0)), published)).toHaveLength(1);
  });

  it('count from their hand-over until the next one, and until they are revoked', () => {
    const { all, published } = family();
    expect(verdict(headBy(all[1], at(0)), published, all[0])).toEqual([expect.stringContaining('is in use since')]);
    expect(verdict(headBy(all[0], at(2)), published, all[0])).toEqual([expect.stringContaining('was replaced at')]);
    const later = published.with(1, revoked(published[1], all[2], at(2)));
    expect(verdict(headBy(all[1], at(1)), later, all[0], all[2])).toEqual([]);
    expect(verdict(headBy(all[1], at(2)), later, all[0], all[2])).toEqual([
      expect.stringContaining(`was revoked at ${at(2)}: stolen`),
    ]);
    expect(verdict(headBy(all[2], at(4)), later, all[0])).toEqual([
      expect.stringContaining('after that was revoked: trust it only by --key'),
      expect.stringContaining('neither given nor handed over'),
    ]);
  });

  it.each<
    [string, (published: [PublishedKey, PublishedKey, PublishedKey], all: readonly SigningKey[]) => PublishedKey[]]
  >([
    ['a hand-over by another key', ([a, b, c]) => [a, { ...b, handOver: c.handOver }, c]],
    ['a hand-over of another date', ([a, b, c]) => [{ ...a, until: at(0) }, { ...b, since: at(0) }, c]],
    ['a predecessor that is left out', ([, b, c]) => [b, c]],
    ['a predecessor that did not end', ([a, b, c]) => [{ ...a, until: null }, b, c]],
    ['a public key of another name', ([a, b, c]) => [{ ...a, publicKey: newKey().publicKey }, b, c]],
    ['a revocation by itself', ([a, b, c], [, , third]) => [a, b, revoked(c, third as SigningKey, at(5))]],
    ['a revocation by an unknown key', ([a, b, c]) => [a, b, revoked(c, newKey(), at(5))]],
  ])('are refused with %s', (_, forge) => {
    const { all, published } = family();
    expect(verdict(headBy(all[2], at(4)), forge(published, all))).not.toEqual([]);
  });
});

describe('a head', () => {
  it('is a file, the text that a time stamp is about', async () => {
    const { head, file, timeStamp } = await json(`/api/audit/heads/${heads[0].events}`);
    expect([head, timeStamp]).toEqual([heads[0], null]);
    expect(file).toBe(`${signedText(heads[0])}${heads[0].keyId}\n${heads[0].signature}\n`);
  });

  it('that was never signed is not found', async () => {
    const { statusCode, body } = await composed.app.inject('/api/audit/heads/1000000');
    expect([statusCode, JSON.parse(body).code]).toEqual([404, 'HEAD_NOT_FOUND']);
  });
});
