type Bytes = readonly [number, number, number, number];

/** This machine, where clouds keep credentials, and an address of each private network. Independent of the product's list. */
const ADDRESSES = [
  '127.0.0.1 127.8.8.8 0.0.0.0 169.254.169.254 169.254.170.2 10.0.0.1 100.64.0.1 100.100.100.200 172.31.255.255',
  '192.0.0.170 192.168.1.1 198.19.0.1 224.0.0.1 255.255.255.255',
].flatMap((line) => line.split(' ').map((address) => address.split('.').map(Number) as unknown as Bytes));
const IPV6 = [
  ...['::', '::1', '0:0:0:0:0:0:0:1', '0000:0000:0000:0000:0000:0000:0000:0001', 'fe80::1', 'febf::1', 'fec0::1'],
  ...['fc00::1', 'fdff:ffff::1', 'fd00:ec2::254', 'ff02::1', '2001:db8::1', '2001::1', '3fff::1', '100::1', '5f00::1'],
];
const NAMES = ['localhost', 'LOCALHOST', 'LocalHost.', 'localhost:8443', 'hooks.localhost', 'a.b.localhost.'];

/** Ways to write an IPv4 address as the host of a URL. */
const FORMS: readonly ((bytes: Bytes) => string)[] = [
  (bytes) => bytes.join('.'),
  (bytes) => `${bytes.join('.')}.`,
  (bytes) => `${numberOf(bytes)}`,
  (bytes) => `0x${numberOf(bytes).toString(16)}`,
  (bytes) => `0${numberOf(bytes).toString(8)}`,
  (bytes) => bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
  (bytes) => bytes.map((byte) => `0X${byte.toString(16)}`).join('.'),
  ([a, b, c, d]) => `${a}.${(b << 16) | (c << 8) | d}`,
  ([a, b, c, d]) => `${a}.${b}.0x${((c << 8) | d).toString(16)}`,
  (bytes) => `[::ffff:${bytes.join('.')}]`,
  (bytes) => `[0:0:0:0:0:ffff:${hex(bytes)}]`,
  (bytes) => `[::${hex(bytes)}]`,
  (bytes) => `[64:ff9b::${bytes.join('.')}]`,
  (bytes) => `[2002:${hex(bytes)}::1]`,
  // Other digits and full stops, which normalize to ASCII.
  (bytes) => fullWidth(bytes.join('.')),
  (bytes) => bytes.join('。'),
  (bytes) => bytes.join('.').replace(/\d/g, (digit) => (digit === '0' ? '⓪' : String.fromCodePoint(0x245f + +digit))),
  (bytes) => bytes.join('.').replace(/\d/, (digit) => `%3${digit}`),
  (bytes) => `${bytes.join('.')}:${443}`,
  // Parsers may take either address as the host.
  (bytes) => `8.8.8.8@${bytes.join('.')}`,
  (bytes) => `${bytes.join('.')}#@8.8.8.8`,
  (bytes) => `${bytes.join('.')}\\@8.8.8.8`,
  ...['\t', '\n', '\r', '\u00ad', '\u200b'].map(
    (letter) => (bytes: Bytes) => bytes.join('.').replace('.', `${letter}.`),
  ),
];

const numberOf = ([a, b, c, d]: Bytes) => a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
const hex = ([a, b, c, d]: Bytes) => `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
const fullWidth = (text: string) =>
  text.replace(/[\d.]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0));

const SCHEMES = ['https://', 'HTTPS://', 'https:\\\\', 'https:/', 'http://'];
const PATHS = ['', '/', '/hooks', '/latest/meta-data/?x=https://8.8.8.8/'];

/** URLs of webhook endpoints that lead to private addresses: each address in each notation. */
export const PRIVATE_URLS: readonly string[] = [
  ...[...NAMES, ...IPV6.map((address) => `[${address}]`)],
  ...FORMS.flatMap((form) => ADDRESSES.map(form)),
].map((host, n) => `${SCHEMES[n % SCHEMES.length]}${host}${PATHS[n % PATHS.length]}`);
