import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEED } from '../../chance/seed.ts';
import { type AttackedWorld, openAttackedWorld } from '../attacked-world.ts';
import { acceptPairingConcurrently, tryFromElsewhere, tryTokens, tryTokensOverHttp } from './try-tokens.ts';
import { allVerifiers, type Verifier } from './verifiers.ts';

const TOKENS = Number(process.env.TOKENS ?? 2_000);
/** Of each kind. */
const OVER_HTTP = Math.max(25, TOKENS / 500);

describe('forged tokens', () => {
  it.each(allVerifiers().map((verifier) => [verifier.kind, verifier] as const))(
    'open nothing, unlike the genuine one: %s',
    (_, verifier) => {
      expect(verifier.opens(verifier.genuine)).toBe(true);
      expect(tryTokens(verifier, SEED, TOKENS)).toEqual([]);
    },
  );

  it('are accepted by a careless verifier, which the search finds', () => {
    const [session] = allVerifiers() as readonly [Verifier];
    const careless = { ...session, opens: (token: string) => token.startsWith(session.genuine.slice(0, 5)) };
    expect(tryTokens(careless, 1, 1_000).length).toBeGreaterThan(100);
  });
});

describe('over HTTP', () => {
  let world: AttackedWorld;
  beforeAll(async () => {
    world = await openAttackedWorld();
  });
  afterAll(() => world.composed.close());

  it('forged tokens open no session, printed code or API call, and pair no device', async () => {
    expect(await tryTokensOverHttp(world, SEED, OVER_HTTP)).toEqual([]);
  });

  it('a key of another network opens nothing, whatever the client claims', async () => {
    expect(await tryFromElsewhere(world)).toEqual([]);
  });

  it('one device gets the key of a pairing', async () => expect(await acceptPairingConcurrently(world)).toBe(1));
});
