import type { Side } from '@perktree/apps/standalone/testing/two-businesses';
import type { InjectOptions } from 'fastify';
import { seeded } from '../../trust/dice.ts';
import { type AttackedWorld, visitorOf } from '../attacked-world.ts';
import { mutateToken } from './mutate-token.ts';
import type { Verifier } from './verifiers.ts';

/** A network without the address of `app.inject`, and an address in it. */
const OTHER_NETWORK = '203.0.113.0/24';
const INSIDE = '203.0.113.7';
/** Headers by which a client may claim another address. */
const CLAIMS = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip', 'true-client-ip', 'x-client-ip'];
const RIVALS = 8;

/** Gives forged tokens to a verifier. @returns the accepted ones */
export function tryTokens({ genuine, other, opens }: Verifier, seed: number, count: number): readonly string[] {
  const dice = seeded(seed);
  const forged = Array.from({ length: count }, () => mutateToken(genuine, other, dice));
  // The unchanged token of the other person is genuine.
  return forged.filter((token) => token !== other && opens(token));
}

const printable = (text: string) => text.replace(/[^\x20-\x7e]/g, '?');
const inPath = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '?'));
const redemptionOf = ({ things }: AttackedWorld) => `/api/v1/redemptions/${things.a.redemptionId}`;

/** A genuine token, one of another person, and the request that uses one. */
type Target = readonly [kind: string, genuine: string, other: string, request: (token: string) => InjectOptions];

async function targetsOf(world: AttackedWorld): Promise<readonly Target[]> {
  const { things } = world;
  const sessionOf = (side: Side) => /session=([^;]+)/.exec(visitorOf(world, `owner-${side}`).cookie)?.[1] ?? '';
  const keyOf = (side: Side) => visitorOf(world, `program-redeem-${side}`).apiKey ?? '';
  const pair = async (side: Side): Promise<string> => {
    const path = `/api/sites/${things[side].siteId}/device-pairings`;
    return (await visitorOf(world, `owner-${side}`).must('POST', path, { name: 'Kiosk' })).token;
  };
  const scan = (kind: string) => (token: string) => ({ url: `/api/scan-info/${kind}/${inPath(token)}` });
  const accept = (token: string): InjectOptions => ({
    ...{ method: 'POST', url: `/api/v1/device-pairings/${inPath(token)}/accept` },
  });
  return [
    [
      ...(['session', sessionOf('a'), sessionOf('b')] as const),
      (token) => ({ url: '/api/auth/user', headers: { cookie: `session=${printable(token)}` } }),
    ],
    [
      ...(['API key', keyOf('a'), keyOf('b')] as const),
      (token) => ({ url: redemptionOf(world), headers: { authorization: `Bearer ${printable(token)}` } }),
    ],
    ['customer code', things.a.customerToken, things.b.customerToken, scan('customer')],
    ['distributor code', things.a.distributorToken, things.b.distributorToken, scan('distributor')],
    ['pairing', await pair('a'), await pair('b'), accept],
  ];
}

/** Forged tokens over HTTP. @returns the accepted ones */
export async function tryTokensOverHttp(world: AttackedWorld, seed: number, count: number): Promise<readonly string[]> {
  const dice = seeded(seed);
  const accepted: string[] = [];
  for (const [kind, genuine, other, request] of await targetsOf(world)) {
    for (let n = 0; n < count; n += 1) {
      const token = mutateToken(genuine, other, dice);
      const { statusCode } = await world.composed.app.inject(request(token));
      if (statusCode < 400 && !isGenuine(token, genuine) && token !== other)
        accepted.push(`${kind} ${JSON.stringify(token)}`);
    }
  }
  return accepted;
}

/** A server trims a token, decodes it, and ends it at a separator, which may restore the genuine one. */
function isGenuine(token: string, genuine: string): boolean {
  const [first = ''] = token.split(/[;,]/);
  return first.trim() === genuine || decoded(first.trim()) === decoded(genuine);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A key of another network, with forged headers about the client's address. @returns the accepted claims */
export async function tryFromElsewhere(world: AttackedWorld): Promise<readonly string[]> {
  const wanted = { name: 'Till', scopes: ['redeem'], siteIds: null, ipRanges: [OTHER_NETWORK] };
  const { key } = await visitorOf(world, 'owner-a').must('POST', '/api/api-keys', wanted);
  const accepted: string[] = [];
  for (const header of CLAIMS) {
    for (const value of [INSIDE, `${INSIDE}, 127.0.0.1`, `for=${INSIDE}`, `::ffff:${INSIDE}`]) {
      const headers = { authorization: `Bearer ${key}`, [header]: value };
      const { statusCode } = await world.composed.app.inject({ url: redemptionOf(world), headers });
      if (statusCode !== 401) accepted.push(`${header}: ${value}`);
    }
  }
  return accepted;
}

/** Many devices accept one pairing concurrently. @returns how many get a key */
export async function acceptPairingConcurrently(world: AttackedWorld): Promise<number> {
  const path = `/api/sites/${world.things.a.siteId}/device-pairings`;
  const { token } = await visitorOf(world, 'owner-a').must('POST', path, { name: 'Kiosk' });
  const url = `/api/v1/device-pairings/${token}/accept`;
  const rivals = Array.from({ length: RIVALS }, () => world.composed.app.inject({ method: 'POST', url }));
  return (await Promise.all(rivals)).filter(({ statusCode }) => statusCode === 201).length;
}
