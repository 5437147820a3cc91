import type { Dice } from '../../trust/dice.ts';

type Bytes = readonly [number, number, number, number];

/** Private IPv4 networks: first address and number of fixed bits. Independent of the product's list. */
const NETWORKS: readonly (readonly [Bytes, number])[] = [
  [[0, 0, 0, 0], 8],
  [[10, 0, 0, 0], 8],
  [[100, 64, 0, 0], 10],
  [[127, 0, 0, 0], 8],
  [[169, 254, 0, 0], 16],
  [[172, 16, 0, 0], 12],
  [[192, 0, 0, 0], 24],
  [[192, 168, 0, 0], 16],
  [[198, 18, 0, 0], 15],
  [[224, 0, 0, 0], 3],
];
/** Addresses that attackers try first: this machine, and where clouds keep credentials. */
const FAVOURITES: readonly Bytes[] = [
  [127, 0, 0, 1],
  [0, 0, 0, 0],
  [169, 254, 169, 254],
  [169, 254, 170, 2],
  [100, 100, 100, 200],
  [10, 0, 0, 1],
];
const IPV6 = [
  ...['::', '::1', '0:0:0:0:0:0:0:1', '0000:0000:0000:0000:0000:0000:0000:0001', 'fe80::1', 'febf::1', 'fec0::1'],
  ...['fc00::1', 'fdff:ffff::1', 'fd00:ec2::254', 'ff02::1', '2001:db8::1', '2001::1', '3fff::1', '100::1', '5f00::1'],
];
const NAMES = ['localhost', 'LOCALHOST', 'LocalHost.', 'localhost:8443', 'hooks.localhost', 'a.b.localhost.'];

/** Ways to write an IPv4 address as the host of a URL. */
const FORMS: readonly ((bytes: Bytes, dice: Dice) => string)[] = [
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
  (bytes, dice) => {
    const text = bytes.join('.');
    const at = dice.int(text.length);
    return text.slice(0, at) + dice.pick(['\t', '\n', '\r', '\u00ad', '\u200b']) + text.slice(at);
  },
];

/** The URL of a webhook endpoint that leads to a private address. */
export function privateUrl(dice: Dice): string {
  const scheme = dice.pick(['https://', 'https://', 'https://', 'HTTPS://', 'https:\\\\', 'https:/', 'http://']);
  const rest = dice.pick(['', '/', '/hooks', '/latest/meta-data/?x=https://8.8.8.8/']);
  return scheme + hostFor(dice) + rest;
}

function hostFor(dice: Dice): string {
  const kind = dice.int(10);
  if (kind === 0) return dice.pick(NAMES);
  if (kind < 3) return `[${dice.pick(IPV6)}]`;
  return dice.pick(FORMS)(dice.next() < 0.5 ? dice.pick(FAVOURITES) : addressIn(dice.pick(NETWORKS), dice), dice);
}

/** A random address of a network. */
function addressIn([first, fixedBits]: readonly [Bytes, number], dice: Dice): Bytes {
  const size = 2 ** (32 - fixedBits);
  const number = numberOf(first) + dice.int(size);
  return [(number >>> 24) & 255, (number >>> 16) & 255, (number >>> 8) & 255, number & 255];
}

const numberOf = ([a, b, c, d]: Bytes) => a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
const hex = ([a, b, c, d]: Bytes) => `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
const fullWidth = (text: string) =>
  text.replace(/[\d.]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0));
