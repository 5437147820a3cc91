import type { Side } from '@perktree/apps/standalone/testing/two-businesses';
import { seeded } from '../../trust/dice.ts';
import { type AttackedWorld, visitorOf } from '../attacked-world.ts';
import { mutateToken } from './mutate-token.ts';
import type { Accepted } from './try-tokens.ts';

/** A network without the address of `app.inject`, and an address in it. */
const OTHER_NETWORK = '203.0.113.0/24';
const INSIDE = '203.0.113.7';
/** Headers by which a client may claim another address. */
const CLAIMS = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip', 'true-client-ip', 'x-client-ip'];
const RIVALS = 8;
/** Lifetime of the expiring key in milliseconds. */
const EXPIRES_MS = 10_000;

/** Forged API keys and tokens of pairings over HTTP, and genuine ones that must not work. @returns the accepted ones */
export async function tryKeysOverHttp(world: AttackedWorld, seed: number, count: number): Promise<readonly Accepted[]> {
  return [
    ...(await tryForged(world, seed, count)),
    ...(await tryInvalidKeys(world)),
    ...(await acceptPairingConcurrently(world)),
  ];
}

const redemptionOf = ({ things }: AttackedWorld) => `/api/v1/redemptions/${things.a.redemptionId}`;

async function tryForged(world: AttackedWorld, seed: number, count: number): Promise<readonly Accepted[]> {
  const { composed, things } = world;
  const dice = seeded(seed);
  const accepted: Accepted[] = [];
  const keyOf = (side: Side) => visitorOf(world, `program-redeem-${side}`).apiKey ?? '';
  const pair = async (side: Side): Promise<string> => {
    const path = `/api/sites/${things[side].siteId}/device-pairings`;
    return (await visitorOf(world, `owner-${side}`).must('POST', path, { name: 'Kiosk' })).token;
  };
  const keys = [keyOf('a'), keyOf('b')] as const;
  const tokens = [await pair('a'), await pair('b')] as const;
  for (let n = 0; n < count; n += 1) {
    const [genuine, other] = n % 2 === 0 ? keys : tokens;
    const forged = mutateToken(genuine, other, dice);
    if (forged === other || forged.trim() === genuine) continue;
    if (n % 2 === 0) {
      const authorization = `Bearer ${forged.replace(/[^\x20-\x7e]/g, '?')}`;
      const { statusCode } = await composed.app.inject({ url: redemptionOf(world), headers: { authorization } });
      if (statusCode !== 401 && authorization.trim() !== `Bearer ${genuine}`)
        accepted.push({ kind: 'API key', token: forged });
      continue;
    }
    const path = encodeURIComponent(forged.replace(/\p{Surrogate}/gu, '?'));
    const url = `/api/v1/device-pairings/${path}/accept`;
    const { statusCode } = await composed.app.inject({ method: 'POST', url });
    if (statusCode < 400) accepted.push({ kind: 'pairing', token: forged });
  }
  return accepted;
}

/** Keys that are revoked, expired, or limited to another network, with forged headers about the client's address. */
async function tryInvalidKeys(world: AttackedWorld): Promise<readonly Accepted[]> {
  const owner = visitorOf(world, 'owner-a');
  const make = (more: object) =>
    owner.must('POST', '/api/api-keys', { name: 'Till', scopes: ['redeem'], siteIds: null, ...more });
  const [works, revoked, expiring, elsewhere] = [
    await make({}),
    await make({}),
    await make({ expiresAt: new Date(Date.now() + EXPIRES_MS).toISOString() }),
    await make({ ipRanges: [OTHER_NETWORK] }),
  ];
  await owner.must('DELETE', `/api/api-keys/${revoked.id}`);
  const ask = async (key: string, more: Record<string, string> = {}) => {
    const headers = { authorization: `Bearer ${key}`, ...more };
    return (await world.composed.app.inject({ url: redemptionOf(world), headers })).statusCode;
  };
  if ((await ask(works.key)) !== 200) throw new Error('a valid key does not work, so the others prove nothing');
  const accepted: Accepted[] = [];
  const refuse = async (kind: string, key: string, headers?: Record<string, string>) => {
    if ((await ask(key, headers)) !== 401) accepted.push({ kind, token: JSON.stringify(headers ?? {}) });
  };
  await refuse('revoked API key', revoked.key);
  await refuse('API key of another network', elsewhere.key);
  for (const header of CLAIMS) {
    for (const value of [INSIDE, `${INSIDE}, 127.0.0.1`, `for=${INSIDE}`, `::ffff:${INSIDE}`]) {
      await refuse('API key of another network', elsewhere.key, { [header]: value });
    }
  }
  world.letPass(EXPIRES_MS);
  await refuse('expired API key', expiring.key);
  return accepted;
}

/** Many devices accept one pairing concurrently; exactly one may get a key. */
async function acceptPairingConcurrently(world: AttackedWorld): Promise<readonly Accepted[]> {
  const { siteId } = world.things.a;
  const { token } = await visitorOf(world, 'owner-a').must('POST', `/api/sites/${siteId}/device-pairings`, {
    name: 'Kiosk',
  });
  const url = `/api/v1/device-pairings/${token}/accept`;
  const answers = await Promise.all(
    Array.from({ length: RIVALS }, () => world.composed.app.inject({ method: 'POST', url })),
  );
  const paired = answers.filter(({ statusCode }) => statusCode === 201).length;
  return paired === 1 ? [] : [{ kind: `pairing that ${paired} devices accepted`, token }];
}
