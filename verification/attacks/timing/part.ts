import { randomUUID } from 'node:crypto';
import { PASSWORD } from '@perktree/apps/standalone/testing/visitor';
import type { Part, Violation } from '../../trust/part.ts';
import { type AttackedWorld, openAttackedWorld } from '../attacked-world.ts';
import { withServer } from '../with-server.ts';
import { compareTimes, isDistinguishable } from './compare-times.ts';

/** Attempts of each kind. */
const ATTEMPTS = 40;

/** Tests whether response times disclose which email addresses have an account and which ids exist. */
export const timingPart: Part = {
  name: 'timing',
  about:
    'times of logins and password resets with and without an account, and of existing and unknown ids, compared by ranks',
  unit: 'timed attempts',
  quick: 1,
  measuresTime: true,
  run: (_budget, _seed, report) =>
    withServer(async (server) => {
      const world = await openAttackedWorld(server);
      const violations: Violation[] = [];
      let timed = 0;
      for (const [what, one, other] of comparisons(world)) {
        const [first, second]: [number[], number[]] = [[], []];
        for (let n = 0; n < ATTEMPTS; n += 1) {
          // Alternate, so that a change of the machine's load affects both.
          first.push(await timeOf(one));
          second.push(await timeOf(other));
        }
        timed += 2 * ATTEMPTS;
        const compared = compareTimes(first, second);
        const [a, b] = compared.medians.map((time) => time.toFixed(1));
        const result = `${what}: medians ${a} and ${b} ms, longer in ${(100 * compared.longerOften).toFixed(0)} of 100`;
        report(`timing: ${result}`);
        if (isDistinguishable(compared)) violations.push({ what: result, again: 'timing' });
      }
      await world.composed.close();
      return { counts: { 'timed attempts': timed }, violations };
    }),
};

type Comparison = readonly [what: string, one: () => Promise<unknown>, other: () => Promise<unknown>];

function comparisons({ composed: { app }, people, markedIds, things }: AttackedWorld): readonly Comparison[] {
  const known = Object.values(people).map(({ visitor }) => visitor.email);
  let network = 0;
  // A new address for each attempt, and few attempts for each account, to stay below the rate limits.
  const login = (email: string, password: string) => {
    network += 1;
    const remoteAddress = `10.${network >> 8}.${network & 255}.1`;
    return app.inject({ method: 'POST', url: '/api/auth/login', remoteAddress, payload: { email, password } });
  };
  const forgot = (email: string) => {
    network += 1;
    const remoteAddress = `10.${network >> 8}.${network & 255}.2`;
    return app.inject({ method: 'POST', url: '/api/auth/forgot-password', remoteAddress, payload: { email } });
  };
  let turn = 0;
  const cookie = people['owner-a']?.visitor.cookie ?? '';
  const read = (siteId: string) => app.inject({ url: `/api/sites/${siteId}/qrs`, headers: { cookie } });
  return [
    [
      'a wrong password, with and without an account',
      () => login(known[turn++ % known.length] ?? '', `not ${PASSWORD}`),
      () => login(`unknown-${randomUUID()}@example.test`, `not ${PASSWORD}`),
    ],
    [
      'a forgotten password, with and without an account',
      () => forgot(known[turn++ % known.length] ?? ''),
      () => forgot(`unknown-${randomUUID()}@example.test`),
    ],
    ['a site of another business, and none', () => read(markedIds.siteId), () => read(things.nowhere.siteId)],
  ];
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
