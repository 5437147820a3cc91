import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeReturnTo } from './return-to.ts';

const ORIGIN = 'https://perktree.example';

const KEPT: readonly (readonly [string, string])[] = [
  ['/', '/'],
  ['/sites', '/sites'],
  ['/scan/customer/AbC-_123', '/scan/customer/AbC-_123'],
  ['/scan/distributor/x?from=poster#top', '/scan/distributor/x?from=poster#top'],
  ['/my-scans?next=%2Fsites', '/my-scans?next=%2Fsites'],
  ['/my-scans?next=//evil.example', '/my-scans?next=//evil.example'],
  ['/a/../sites', '/sites'],
  ['/./sites', '/sites'],
  ['/apiary', '/apiary'],
  ['/caf\u00e9', '/caf%C3%A9'],
  ['/@evil.example', '/@evil.example'],
  ['/:80', '/:80'],
];

const DROPPED: readonly unknown[] = [
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\\/evil.example',
  '//\\evil.example',
  '/\tevil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '/\r\nSet-Cookie: a=b',
  '/\u0000/evil.example',
  '/\u007f/evil.example',
  '/\u0085/evil.example',
  '\t//evil.example',
  ' //evil.example',
  ' /sites',
  '/.//evil.example',
  '/..//evil.example',
  '/././/evil.example',
  '/%2e//evil.example',
  '/%2E%2e//evil.example',
  '/a/..//evil.example',
  '/%2f/evil.example',
  '/%2F%2Fevil.example',
  '/%5cevil.example',
  '/%5C%5Cevil.example',
  '/%09/evil.example',
  '/%0d%0aLocation:%20https://evil.example',
  '/%00',
  '/%252f%252fevil.example',
  '//user@evil.example',
  '//perktree.example@evil.example',
  '//perktree.example.evil.example',
  'https://evil.example',
  'https://perktree.example/sites',
  'https:/evil.example',
  'https:evil.example',
  'http://perktree.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://perktree.example/x',
  'evil.example',
  'sites',
  '../site/calls',
  '?x=1',
  '#x',
  '',
  '/api/logout',
  '/api',
  '/api?x',
  '/x/../api/logout',
  '/%61pi/../api/logout',
  '/%61pi/logout',
  '/%61%70%69',
  '/%zz',
  '/%ff',
  '//[',
  '/'.padEnd(2001, 'a'),
  undefined,
  null,
  7,
  ['/sites'],
  { toString: () => '/sites' },
];

describe('safeReturnTo', () => {
  it.each(KEPT)('keeps %j', (value, expected) => {
    expect(safeReturnTo(value, ORIGIN)).toBe(expected);
  });

  it.each(DROPPED.map((value) => [value]))('drops %j', (value) => {
    expect(safeReturnTo(value, ORIGIN)).toBeNull();
  });

  it('knows origins by their port and scheme', () => {
    expect(safeReturnTo('/sites', 'http://127.0.0.1:3000')).toBe('/sites');
    expect(safeReturnTo('//127.0.0.1:3001/sites', 'http://127.0.0.1:3000')).toBeNull();
  });

  it('drops everything where the own origin is not one', () => {
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
});
