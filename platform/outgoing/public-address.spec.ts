import { describe, expect, it } from 'vitest';
import { AddressRefused, isPublicAddress, isPublicUrl, publicLookup, type Resolve } from './public-address.ts';

const REFUSED = [
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.8.8.8', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
  ...['192.0.0.1', '192.0.2.1', '192.168.1.1', '198.18.0.1', '198.51.100.7', '203.0.113.7', '224.0.0.1', '240.0.0.1'],
  ...['255.255.255.255', '::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', 'fc00::1', 'fd00::1'],
  ...['fe80::1', 'fec0::1', 'ff02::1', '2001:db8::1', '2002:7f00:1::', '2001::1', '3fff::1', 'no address', ''],
];
const PUBLIC = ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '192.0.1.1', '2606:4700::1111', '2a00:1450:4001::1'];

/** Answers with the next list each time. */
const resolving = (...answers: readonly (readonly string[])[]): Resolve => {
  let asked = 0;
  return ((_host: string, _options: object, callback: (error: Error | null, list: object[]) => void) => {
    const list = answers[Math.min(asked++, answers.length - 1)] ?? [];
    callback(
      null,
      list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as Resolve;
};
const look = (resolve: Resolve, all: boolean) =>
  new Promise((done, fail) => {
    publicLookup(resolve)('hooks.example', { all }, (error, ...found) => (error ? fail(error) : done(found)));
  });

describe('an address', () => {
  it.each(REFUSED)('%s is refused', (address) => expect(isPublicAddress(address)).toBe(false));
  it.each(PUBLIC)('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));
});

describe('a URL', () => {
  it.each([
    ...['https://127.0.0.1/', 'https://127.1/', 'https://0x7f.1/', 'https://2130706433/', 'https://0177.0.0.1/'],
    ...[
      'https://[::1]/',
      'https://[::ffff:10.0.0.1]/',
      'https://169.254.169.254/latest/meta-data/',
      'https://localhost/',
      'https://localhost./',
      'https://hooks.localhost/',
    ],
  ])('%s is refused', async (url) => expect(await isPublicUrl(url)).toBe(false));

  it('is refused where one of the addresses of its name is private', async () => {
    expect(await isPublicUrl('https://hooks.example/', resolving(['8.8.8.8', '10.0.0.1']))).toBe(false);
    expect(await isPublicUrl('https://hooks.example/', resolving(['8.8.8.8', '2606:4700::1111']))).toBe(true);
    expect(await isPublicUrl('https://[2606:4700::1111]:8443/')).toBe(true);
  });
});

describe('a connection', () => {
  it('goes to public addresses', async () => {
    expect(await look(resolving(['8.8.8.8']), true)).toEqual([[{ address: '8.8.8.8', family: 4 }]]);
    expect(await look(resolving(['8.8.8.8']), false)).toEqual(['8.8.8.8', 4]);
  });

  it('is refused where the name resolves to another address than when it was saved (DNS rebinding)', async () => {
    const rebinding = resolving(['8.8.8.8'], ['127.0.0.1']);
    expect(await isPublicUrl('https://hooks.example/', rebinding)).toBe(true);
    await expect(look(rebinding, true)).rejects.toThrow(AddressRefused);
  });
});
