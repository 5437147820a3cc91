import { seeded } from '../../trust/dice.ts';
import type { AttackedWorld } from '../attacked-world.ts';
import { mutateToken } from './mutate-token.ts';
import type { Verifier } from './verifiers.ts';

export interface Accepted {
  readonly kind: string;
  readonly token: string;
}

/** Gives forged tokens to the verifiers, alternating between them. @returns the accepted ones */
export function tryTokens(verifiers: readonly Verifier[], seed: number, count: number): readonly Accepted[] {
  const dice = seeded(seed);
  const accepted: Accepted[] = [];
  for (let n = 0; n < count; n += 1) {
    const { kind, genuine, other, opens } = verifiers[n % verifiers.length] as Verifier;
    const token = mutateToken(genuine, other, dice);
    // The unchanged token of the other person is genuine.
    if (token !== other && opens(token)) accepted.push({ kind, token });
  }
  return accepted;
}

/** The same over HTTP, for session cookies and printed codes. */
export async function tryTokensOverHttp(
  { composed, people, things }: AttackedWorld,
  seed: number,
  count: number,
): Promise<readonly Accepted[]> {
  const dice = seeded(seed);
  const accepted: Accepted[] = [];
  const owner = people['owner-a']?.visitor;
  const session = /session=([^;]+)/.exec(owner?.cookie ?? '')?.[1] ?? '';
  const otherSession = /session=([^;]+)/.exec(people['owner-b']?.visitor.cookie ?? '')?.[1] ?? '';
  for (let n = 0; n < count; n += 1) {
    if (n % 2 === 0) {
      const token = mutateToken(session, otherSession, dice).replace(/[^\x20-\x7e]/g, '?');
      if (token === otherSession || decodeURIComponentOrSame(token) === decodeURIComponentOrSame(session)) continue;
      const headers = { cookie: `session=${token}` };
      const { statusCode } = await composed.app.inject({ url: '/api/auth/user', headers });
      // A cookie ends at a semicolon and is trimmed, which may restore the genuine one.
      const [first = ''] = token.split(/[;,]/);
      if (statusCode !== 401 && first.trim() !== session) accepted.push({ kind: 'session', token });
      continue;
    }
    const [kind, genuine, other] = dice.pick([
      ['customer', things.a.customerToken, things.b.customerToken],
      ['distributor', things.a.distributorToken, things.b.distributorToken],
    ] as const);
    const token = mutateToken(genuine, other, dice);
    if (token === other || token.trim() === genuine) continue;
    const path = encodeURIComponent(token.replace(/\p{Surrogate}/gu, '?'));
    const { statusCode } = await composed.app.inject({ url: `/api/scan-info/${kind}/${path}` });
    if (statusCode !== 404) accepted.push({ kind: `${kind} code`, token });
  }
  return accepted;
}

function decodeURIComponentOrSame(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
