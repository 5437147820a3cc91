import { afterEach, expect, it, vi } from 'vitest';
import { takeQueryToken } from './scanner-page.tsx';

function open(address: string) {
  const replaceState = vi.fn();
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('location', new URL(address));
  vi.stubGlobal('window', { location: { href: address }, history: { state: 'kept', replaceState } });
  return replaceState;
}
afterEach(() => vi.unstubAllGlobals());

it('removes the token from the address', () => {
  const replaceState = open('https://shop.example/mobile-scanner?token=abc#top');
  expect(takeQueryToken()).toEqual({ token: 'abc' });
  expect(replaceState).toHaveBeenCalledWith('kept', '', '/mobile-scanner#top');
});

it('extracts the token of a link', () => {
  open(`https://shop.example/mobile-scanner?token=${encodeURIComponent('https://shop.example/scan/distributor/xyz')}`);
  expect(takeQueryToken()).toEqual({ token: 'xyz' });
});

it.each(['?token=', '?token=http%3A%2F%2F'])('cannot parse "%s", and still clears the address', (query) => {
  const replaceState = open(`https://shop.example/mobile-scanner${query}`);
  expect(takeQueryToken()).toEqual({ token: null });
  expect(replaceState).toHaveBeenCalledWith('kept', '', '/mobile-scanner');
});

it('does not change an address without a token', () => {
  const replaceState = open('https://shop.example/mobile-scanner?other=1');
  expect(takeQueryToken()).toBeNull();
  expect(replaceState).not.toHaveBeenCalled();
});
