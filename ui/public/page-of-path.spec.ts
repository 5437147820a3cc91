import { expect, it } from 'vitest';
import { pageOfPath } from './page-of-path.ts';

it.each([
  ['/', { page: 'landing' }],
  ['/scan/customer/abc_-1', { page: 'link', kind: 'customer', token: 'abc_-1' }],
  ['/scan/distributor/abc/', { page: 'link', kind: 'distributor', token: 'abc' }],
  ['/scan/customer', { page: 'link', kind: 'customer', token: '' }],
  ['/scan/customer/%20', { page: 'link', kind: 'customer', token: '' }],
  ['/scan/customer/abc).', { page: 'link', kind: 'customer', token: 'abc' }],
  ['/scan/customer/abc%E2%80%8B', { page: 'link', kind: 'customer', token: 'abc' }],
  ['/scan/customer/%E0%A4%A', { page: 'link', kind: 'customer', token: '' }],
  ['/scan/somebody/abc', { page: 'landing' }],
])('%s', (path, page) => {
  expect(pageOfPath(path)).toEqual(page);
});
