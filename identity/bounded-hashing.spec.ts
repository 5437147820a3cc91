import { describe, expect, it } from 'vitest';
import { boundedHashing } from './bounded-hashing.ts';

describe('hashing passwords', () => {
  it('is bounded: a bounded queue waits in order, and the rest is refused', async () => {
    const release: (() => void)[] = [];
    const begun: string[] = [];
    const { hash, verify } = boundedHashing(
      {
        hash: (password) => {
          begun.push(password);
          return new Promise((done) => release.push(() => done(`hash of ${password}`)));
        },
        verify: ({ password }) => {
          begun.push(password);
          return new Promise((_, fail) => release.push(() => fail(new Error('no memory'))));
        },
      },
      { atOnce: 2, queued: 2 },
    );
    const all = [hash('1'), hash('2'), verify({ hash: '', password: '3' }), hash('4')];
    await expect(hash('5')).rejects.toMatchObject({ code: 'UNAVAILABLE', status: 503 });
    expect(begun).toEqual(['1', '2']);
    release[1]?.();
    expect(await all[1]).toBe('hash of 2');
    expect(begun).toEqual(['1', '2', '3']);
    release[2]?.();
    await expect(all[2]).rejects.toThrow('no memory');
    expect(begun).toEqual(['1', '2', '3', '4']);
    release[0]?.();
    release[3]?.();
    expect(await Promise.all([all[0], all[3]])).toEqual(['hash of 1', 'hash of 4']);
    const after = hash('6');
    await expect.poll(() => begun.length).toBe(5);
    release[4]?.();
    expect(await after).toBe('hash of 6');
  });
});
