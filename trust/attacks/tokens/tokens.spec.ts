import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seeded } from '../../dice.ts';
import { type AttackedWorld, openAttackedWorld } from '../attacked-world.ts';
import { mutateToken } from './mutate-token.ts';
import { tryTokens, tryTokensOverHttp } from './try-tokens.ts';
import { allVerifiers } from './verifiers.ts';

describe('tokens that nobody was given', () => {
  it.each(allVerifiers().map((verifier) => [verifier.kind, verifier] as const))(
    'open nothing: %s, 20,000 of them; the genuine one does',
    (_, verifier) => {
      expect(verifier.opens(verifier.genuine)).toBe(true);
      expect(tryTokens([verifier], 1, 20_000)).toEqual([]);
    },
  );

  it('are seen where a verifier is careless', () => {
    const [session] = allVerifiers();
    if (!session) throw new Error('no verifier');
    const careless = { ...session, opens: (token: string) => token.startsWith(session.genuine.slice(0, 5)) };
    expect(tryTokens([careless], 1, 1_000).length).toBeGreaterThan(100);
  });

  it('are never the genuine one, and the same again from a seed', () => {
    const many = (seed: number) => {
      const dice = seeded(seed);
      return Array.from({ length: 2_000 }, () => mutateToken('abcDEF-_012.xyz', 'ABCdef-_987.zyx', dice));
    };
    expect(many(3)).not.toContain('abcDEF-_012.xyz');
    expect(many(3)).toEqual(many(3));
  });
});

describe('over HTTP', () => {
  let world: AttackedWorld;
  beforeAll(async () => {
    world = await openAttackedWorld();
  }, 120_000);
  afterAll(() => world.composed.close());

  it('they open no session and no printed code', async () => {
    expect(await tryTokensOverHttp(world, 1, 400)).toEqual([]);
  });
});
