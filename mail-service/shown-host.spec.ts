import { expect, it } from 'vitest';
import { shownHost } from './mails-of-event.ts';

it.each([
  ['https://hooks.acme.example/in/s3cret?key=s3cret', 'hooks.acme.example'],
  ['https://user:s3cret@acme-2026.example:8443/', 'acme-2026.example'],
  ['https://shop.acme.co.uk/', 'shop.acme.co.uk'],
  ['http://127.0.0.1:4000/hook', '127.0.0.1'],
  ['http://[::1]:4000/hook', '[::1]'],
  ['http://localhost:4000/', 'localhost'],
])('shows the host of %s alone', (url, host) => expect(shownHost(url)).toBe(host));

it.each([
  'https://eo3x9k2abc.m.bin.example/',
  'https://1a2b-203-0-113-7.tunnel.example/',
  'https://qwkzmvplrtyuabcd.bin.example/',
])('shows no host that may be a token: %s', (url) => expect(shownHost(url)).toBeNull());
