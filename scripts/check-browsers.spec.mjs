import { describe, expect, it } from 'vitest';
import { builtScripts, newerThanOldest } from './check-browsers.mjs';

describe('the oldest supported browser', () => {
  /** Of what scripts/build.mjs has built; `npm test` builds first. */
  it('has every built-in that a built script calls', () => {
    const scripts = builtScripts();
    const names = scripts.map(({ file }) => file);
    for (const entry of [/^assets\/admin-/, /^assets\/public-(first|public)-/, /^sw\.js$/])
      expect(names).toContainEqual(expect.stringMatching(entry));
    expect(scripts.filter(({ found }) => found.length > 0)).toEqual([]);
  });

  it.each([
    ['return URL.canParse(a,b)?1:0', ['URL.canParse']],
    ['Promise.withResolvers()', ['Promise.withResolvers']],
    ['x=Object.groupBy(a,b),Map.groupBy(a,b)', ['Object.groupBy', 'Map.groupBy']],
    ['AbortSignal.any([a])', ['AbortSignal.any']],
    ['a.isSubsetOf(b)', ['.isSubsetOf']],
    ['typeof URL.canParse==`function`&&URL.canParse(a),URL.canParse(b)', ['URL.canParse']],
    ['new Temporal.Instant(1n)', ['Temporal']],
    ['Temporal.Now.instant()', ['Temporal']],
  ])('lacks a built-in of %s', (script, found) => {
    expect(newerThanOldest(script)).toEqual(found);
  });

  it.each([
    'a.toSorted().toReversed().with(0,1).at(-1)',
    'Object.hasOwn(a,b),structuredClone(a),new URL(a)',
    'own.URL.canParse(a)',
    'URL.canParse?.(a)',
    'typeof URL.canParse==`function`?URL.canParse(a):b(a)',
  ])('has what %s calls, or is asked for it', (script) => {
    expect(newerThanOldest(script)).toEqual([]);
  });
});
