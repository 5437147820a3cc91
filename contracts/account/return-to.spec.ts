import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safeReturnTo } from './return-to.ts';

const ORIGIN = 'https://perktree.example';

it.each([
  ['/', '/'],
  ['/scan/distributor/AbC-_123?from=poster#top', '/scan/distributor/AbC-_123?from=poster#top'],
  ['/my-scans?next=//evil.example', '/my-scans?next=//evil.example'],
  ['/a/../sites', '/sites'],
  ['/apiary', '/apiary'],
  ['/caf\u00e9', '/caf%C3%A9'],
  ['/@evil.example', '/@evil.example'],
])('keeps %j', (value, expected) => {
  expect(safeReturnTo(value, ORIGIN)).toBe(expected);
});

const DROPPED: readonly unknown[] = [
  // Another host, by slashes of both kinds, control characters, dots and escapes.
  ...[
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '//\\evil.example',
  ],
  ...['/\tevil.example', '/\t/evil.example', '/\r\nSet-Cookie: a=b', '/\u0000/evil.example', '/\u0085/evil.example'],
  ...['\t//evil.example', ' //evil.example', ' /sites', '/.//evil.example', '/..//evil.example', '/%2e//evil.example'],
  ...['/a/..//evil.example', '/%2f/evil.example', '/%5c%5Cevil.example', '/%09/evil.example', '/%0d%0aLocation:%20x'],
  ...['/%00', '/%252f%252fevil.example', '//user@evil.example', '//perktree.example@evil.example'],
  // Other schemes, and what is no path.
  ...['https://evil.example', 'https://perktree.example/sites', 'https:evil.example', 'javascript:alert(1)'],
  ...['java\tscript:alert(1)', 'data:text/html,x', 'evil.example', '../site/calls', '?x=1', '#x', ''],
  // Calls of the API, damaged escapes, too long, and no text.
  ...['/api/logout', '/api', '/api?x', '/x/../api/logout', '/%61pi/logout', '/%61%70%69', '/%zz', '/%ff', '//['],
  ...['/'.padEnd(2001, 'a'), undefined, null, 7, ['/sites'], { toString: () => '/sites' }],
];

it.each(DROPPED.map((value) => [value]))('drops %j', (value) => {
  expect(safeReturnTo(value, ORIGIN)).toBeNull();
});

it('knows origins by their port, and drops everything where the own origin is not one', () => {
  expect(safeReturnTo('/sites', 'http://127.0.0.1:3000')).toBe('/sites');
  expect(safeReturnTo('//127.0.0.1:3001/sites', 'http://127.0.0.1:3000')).toBeNull();
  expect(safeReturnTo('/sites', 'nowhere')).toBeNull();
});

it('never leaves the site, for any combination of attack fragments', () => {
  const pieces = [
    ...['/', '\\', '.', '..', '%2e', '%2f', '%5c', '%09', '\t', '\n', ' ', '@', ':', 'evil.example', 'https', 'a'],
    ...['?', '#'],
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
      const kept = safeReturnTo(parts.join(''), ORIGIN);
      if (kept === null) return;
      expect(kept).toMatch(/^\/(?![/\\])/);
      expect(new URL(kept, ORIGIN).origin).toBe(ORIGIN);
      expect(safeReturnTo(kept, ORIGIN)).toBe(kept);
    }),
    { numRuns: 5000 },
  );
});
