import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seeded } from '../../trust/dice.ts';
import { type AttackedWorld, openAttackedWorld } from '../attacked-world.ts';
import { mutateToken } from './mutate-token.ts';
import { tryKeysOverHttp } from './try-keys.ts';
import { tryTokens, tryTokensOverHttp } from './try-tokens.ts';
import { allVerifiers } from './verifiers.ts';

describe('forged tokens', () => {
  it.each(allVerifiers().map((verifier) => [verifier.kind, verifier] as const))(
    'open nothing, unlike the genuine one: %s, 2,000 times',
    (_, verifier) => {
      expect(verifier.opens(verifier.genuine)).toBe(true);
      expect(tryTokens([verifier], 1, 2_000)).toEqual([]);
    },
  );

  it('are accepted by a careless verifier, which the search finds', () => {
    const [session] = allVerifiers();
    if (!session) throw new Error('no verifier');
    const careless = { ...session, opens: (token: string) => token.startsWith(session.genuine.slice(0, 5)) };
    expect(tryTokens([careless], 1, 1_000).length).toBeGreaterThan(100);
  });

  it('never equal the genuine one and are deterministic for a seed', () => {
    const many = (seed: number) => {
      const dice = seeded(seed);
      return Array.from({ length: 2_000 }, () => mutateToken('abcDEF-_012.xyz', 'ABCdef-_987.zyx', dice));
    };
    expect(many(3)).not.toContain('abcDEF-_012.xyz');
    expect(many(3)).toEqual(many(3));
  });
});

describe('forged tokens over HTTP', () => {
  let world: AttackedWorld;
  beforeAll(async () => {
    world = await openAttackedWorld();
  });
  afterAll(() => world.composed.close());

  it('open no session and no printed code', async () => {
    expect(await tryTokensOverHttp(world, 1, 50)).toEqual([]);
  });

  it('open no API call and pair no device, and neither do ended keys and keys of another network', async () => {
    expect(await tryKeysOverHttp(world, 1, 50)).toEqual([]);
  });
});
