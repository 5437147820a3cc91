import { CURRENCIES, type Currency } from '@perktree/contracts/kernel/money';
import { parseNumber } from '@perktree/contracts/kernel/typed-number';
import { TYPED_UUID, UUID_TEXT } from '@perktree/contracts/kernel/uuid';
import { parseRedemptionCode } from '@perktree/contracts/redemption/code';
import { wordsIn } from '@perktree/platform/postgres/searched-text';

/** What a text that a superadmin types or pastes may mean. */
export interface TypedSearch {
  readonly text: string;
  /** First and last UUID of each range: one UUID, or all that begin with its first eight digits. */
  readonly idRanges: readonly (readonly [from: string, to: string])[];
  readonly email: string | null;
  readonly code: string | null;
  /** Of links, and of redemptions to be confirmed. */
  readonly tokens: readonly string[];
  /** Of names and addresses. */
  readonly words: readonly string[];
  /** What amounts and days leave of them. */
  readonly otherWords: readonly string[];
  /** Minor units; every currency has two decimals. */
  readonly amounts: readonly bigint[];
  readonly currency: Currency | null;
  /** `YYYY-MM-DD`; "03/04/2026" is two days. */
  readonly days: readonly string[];
  /** The whole text is an amount or a day, or has one that nothing else is written like. */
  readonly meansMoney: boolean;
}

const LINK = /https?:\/\/\S+/gi;
const TOKEN = /^[\w-]{20,64}$/;
const SHORT_ID = /^#?([0-9a-f]{8})(?:…|\.{2,3}|-[0-9a-f-]*)?$/i;
const SIGNS: ReadonlyMap<string, Currency> = new Map([
  ['€', 'EUR'],
  ['$', 'USD'],
  ['£', 'GBP'],
  ...CURRENCIES.map((currency) => [currency, currency] as const),
]);
const SIGN = `${CURRENCIES.join('|')}|[€$£]`;
/** A number with a currency or decimals, or a whole number that is a word of its own. */
const AMOUNT = new RegExp(
  `(?<![\\p{L}\\p{N}.,-])(?:(${SIGN})\\s*)?(\\d{1,3}(?:[.,'’\\u00a0\\u202f ]\\d{3})+(?:[.,]\\d{1,2})?|\\d+(?:[.,]\\d{1,2})?)(?:\\s*(${SIGN}))?(?![\\p{L}\\p{N}.,-])`,
  'giu',
);
const MONTHS = ['jan ene', 'feb', 'mar', 'apr abr', 'may', 'jun', 'jul', 'aug ago', 'sep', 'oct', 'nov', 'dec dic'];
const DAYS = [
  /(?<!\d)(?<y>\d{4})-(?<m>\d{1,2})-(?<d>\d{1,2})(?!\d)/g,
  /(?<!\d)(?<d>\d{1,2})[./](?<m>\d{1,2})[./](?<y>\d{4})(?!\d)/g,
  /(?<!\d)(?<d>\d{1,2})\.? (?:de )?(?<name>\p{L}{3,10})\.?,? (?:de )?(?<y>\d{4})(?!\d)/giu,
  /(?<!\p{L})(?<name>\p{L}{3,10})\.? (?<d>\d{1,2}),? (?<y>\d{4})(?!\d)/giu,
];

export function readSearch(typed: string): TypedSearch {
  const text = typed.normalize('NFKC').trim();
  const links = text.match(LINK) ?? [];
  const ids = [...text.toLowerCase().matchAll(new RegExp(UUID_TEXT, 'g'))].map(([id]) => id);
  const parts = (links.length > 0 ? links.flatMap(partsOf) : [text]).filter((part) => TOKEN.test(part));
  const [, short] = SHORT_ID.exec(text) ?? [];
  const isExact = links.length > 0 || ids.length > 0;
  const { days, rest: withoutDays } = isExact ? { days: [], rest: '' } : takeDays(text);
  const { amounts, currency, rest, isSure } = isExact
    ? { amounts: [], currency: null, rest: '', isSure: false }
    : takeAmounts(withoutDays);
  const otherWords = wordsIn(rest);
  return {
    text,
    idRanges: [...ids.map((id) => [id, id] as const), ...(short && ids.length === 0 ? [rangeOf(short)] : [])],
    email: /^\S+@\S+$/.test(text) ? text : null,
    code: parseRedemptionCode(text),
    tokens: parts.filter((part) => !TYPED_UUID.test(part)),
    words: isExact ? [] : wordsIn(text),
    otherWords,
    amounts,
    currency,
    days,
    meansMoney: days.length > 0 || isSure,
  };
}

function partsOf(link: string): readonly string[] {
  if (!URL.canParse(link)) return [];
  const { pathname, searchParams, hash } = new URL(link);
  return [...pathname.split('/'), ...searchParams.values(), ...hash.split(/[#/=]/)];
}

function rangeOf(digits: string): readonly [string, string] {
  const of = (digit: string) =>
    [digits.toLowerCase(), ...[4, 4, 4, 12].map((length) => digit.repeat(length))].join('-');
  return [of('0'), of('f')];
}

function takeDays(text: string): { readonly days: readonly string[]; readonly rest: string } {
  const days = new Set<string>();
  const add = (y: string, m: number, d: string) => {
    const day = `${y}-${String(m).padStart(2, '0')}-${d.padStart(2, '0')}`;
    const date = new Date(`${day}T00:00:00Z`);
    // 31 April would be 1 May.
    const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) && !y.startsWith('0');
    if (isDay) days.add(day);
    return isDay;
  };
  let rest = text;
  for (const pattern of DAYS) {
    rest = rest.replaceAll(pattern, (found, ...args) => {
      const { y = '', m = '', d = '', name } = args.at(-1) as Record<string, string | undefined>;
      if (name !== undefined) {
        const start = name.slice(0, 3).toLowerCase();
        return add(y, MONTHS.findIndex((names) => names.split(' ').includes(start)) + 1, d) ? ' ' : found;
      }
      const isOne = add(y, Number(m), d);
      const isOther = found.includes('/') && add(y, Number(d), m);
      return isOne || isOther ? ' ' : found;
    });
  }
  return { days: [...days], rest };
}

function takeAmounts(text: string) {
  const amounts = new Set<bigint>();
  let currency: Currency | null = null;
  let isSure = false;
  const rest = text.replaceAll(
    AMOUNT,
    (found, before: string | undefined, number: string, after: string | undefined) => {
      const read = parseNumber(number, null);
      const decimals =
        read.issue === undefined ? [read.decimal] : read.issue === 'AMBIGUOUS_NUMBER' ? [read.thousands] : [];
      for (const decimal of decimals) amounts.add(minorOf(decimal));
      const sign = before ?? after;
      if (sign !== undefined) currency = SIGNS.get(sign.toUpperCase()) ?? null;
      isSure ||= decimals.length > 0 && (sign !== undefined || /[.,]/.test(number));
      return decimals.length > 0 ? ' ' : found;
    },
  );
  // Amounts of events end at 9,999,999.99.
  return {
    amounts: [...amounts].filter((amount) => amount < 10n ** 12n),
    currency: currency as Currency | null,
    rest,
    isSure,
  };
}

function minorOf(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(`${whole}${fraction.padEnd(2, '0').slice(0, 2)}`);
}
