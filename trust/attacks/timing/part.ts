import { randomUUID } from 'node:crypto';
import { PASSWORD } from '@perktree/standalone/testing/visitor';
import type { Part, Violation } from '../../part.ts';
import { type AttackedWorld, openAttackedWorld } from '../attacked-world.ts';
import { withServer } from '../with-server.ts';
import { canBeTold, compareTimes } from './compare-times.ts';

/** Attempts of each kind. */
const ATTEMPTS = 40;

/** Whether the time of an answer tells which addresses have an account, and which things are there. */
export const timingPart: Part = {
  name: 'timing',
  about: 'times of logins with and without an account, and of ids that are there and are not, compared by ranks',
  unit: 'timed attempts',
  quick: 1,
  measuresTime: true,
  run: (_, seed, report) =>
    withServer(async (server) => {
      const world = await openAttackedWorld(server);
      const violations: Violation[] = [];
      let timed = 0;
      for (const [what, one, other] of comparisons(world)) {
        const [first, second]: [number[], number[]] = [[], []];
        for (let n = 0; n < ATTEMPTS; n += 1) {
          // In turns, so that a machine that gets busy is busy for both.
          first.push(await timeOf(one));
          second.push(await timeOf(other));
        }
        timed += 2 * ATTEMPTS;
        const compared = compareTimes(first, second);
        const [a, b] = compared.medians.map((time) => time.toFixed(1));
        const told = `${what}: medians ${a} and ${b} ms, longer in ${(100 * compared.longerOften).toFixed(0)} of 100`;
        report(`timing: ${told}`);
        if (canBeTold(compared)) violations.push({ what: told, seed, again: 'timing' });
      }
      await world.composed.close();
      return { counts: { 'timed attempts': timed }, violations };
    }),
};

type Comparison = readonly [what: string, one: () => Promise<unknown>, other: () => Promise<unknown>];

function comparisons({ composed: { app }, people, markedIds, things }: AttackedWorld): readonly Comparison[] {
  const known = Object.values(people).map(({ visitor }) => visitor.email);
  let network = 0;
  // Each from a network of its own, and no account more often than is let through.
  const login = (email: string, password: string) => {
    network += 1;
    const remoteAddress = `10.${network >> 8}.${network & 255}.1`;
    return app.inject({ method: 'POST', url: '/api/auth/login', remoteAddress, payload: { email, password } });
  };
  let turn = 0;
  const cookie = people['owner-a']?.visitor.cookie ?? '';
  const read = (siteId: string) => app.inject({ url: `/api/sites/${siteId}/qrs`, headers: { cookie } });
  return [
    [
      'a wrong password, with and without an account',
      () => login(known[turn++ % known.length] ?? '', `not ${PASSWORD}`),
      () => login(`nobody-${randomUUID()}@example.test`, `not ${PASSWORD}`),
    ],
    ['a site of another business, and none', () => read(markedIds.siteId), () => read(things.nowhere.siteId)],
  ];
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
