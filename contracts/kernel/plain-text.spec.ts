import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allCalls } from '../catalogue/calls.ts';
import { eventSchemas } from '../catalogue/events.ts';
import { benefitSchema } from '../qr/benefit.ts';
import type { Call } from './call.ts';
import { SHOWN_LINE, STORABLE_LINE, shownLine, shownLines } from './plain-text.ts';

const line = shownLine(120);
/** The black flag, with the letters of a region as tags and their end. */
const tagged = (region: string) =>
  `🏴${[...region].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')}\u{e007f}`;
const [ENGLAND = '', SCOTLAND, WALES] = ['gbeng', 'gbsct', 'gbwls'].map(tagged);
const fits = (text: string) => line.safeParse(text).success;

describe('a text that others read', () => {
  it.each([
    ENGLAND,
    `${SCOTLAND} Bar ${WALES}${WALES}`,
    'Ñandú 🐦 Ω',
    '👩‍🍳 Chef',
    '❤️',
    'نام‌خانوادگی',
    'क्‍ष',
    'O’Neill & Sons (2.º)',
  ])('may be %s', (text) => {
    expect(fits(text)).toBe(true);
  });

  it.each([
    ...['Ca\u200bfé', '\u202eedoc', 'a\u2066b\u2069', '\ufeffCafé\u2060x', 'a\u00adb', 'a\u2028b', '\u200d'],
    ...['Ana\u200d', 'Ana \u200cb', 'a\u200d\u200db', '\u3164', '\u115f\u1160', '\uffa0', '\u2800', 'a\u034fb'],
    // Tags that are no flag, of another flag, or without their end.
    ...[`🐦${ENGLAND.slice(2)}`, tagged('usca'), ENGLAND.slice(0, -2), `${ENGLAND}${ENGLAND.slice(2)}`],
    ...['\ud800', 'a\u0000b', 'a\nb', '\u{e0041}x', '\u180ex'],
  ])('may not be %j', (text) => {
    expect(fits(text)).toBe(false);
  });

  it('may have several lines where its field has', () => {
    expect(shownLines(20).safeParse('one\ntwo').success).toBe(true);
    expect(shownLines(20).safeParse('one\u202e\ntwo').success).toBe(false);
  });
});

/** Fields that are compared and not shown, or have a format of their own that no check of characters has to name. */
const COMPARED = [
  ...['password', 'currentPassword', 'newPassword', 'oneTimeCode', 'redemptionCode', 'priceId', 'email', 'cursor'],
  ...['ipRanges', 'code', 'token', 'q', 'person', 'returnTo'],
];

it('of an event that is stored may be what no field takes any longer', () => {
  const none = { discountPercent: null, discountFixedAmount: null };
  expect(benefitSchema.parse({ type: 'TEXT_REWARD', ...none, textReward: 'Ca\u200bfé \u202e' })).toBeTruthy();
  expect(
    Object.values(eventSchemas).filter((schema) => JSON.stringify(z.toJSONSchema(schema)).includes('uffa0')),
  ).toEqual([]);
});

describe('every call', () => {
  it('refuses invisible and direction characters in each text of its body', () => {
    const texts = Object.entries(allCalls as Readonly<Record<string, Call>>).flatMap(([name, { body }]) =>
      textFields(body).map(([field, schema]) => ({ name: `${name}.${field}`, field, schema })),
    );
    expect(texts.length).toBeGreaterThan(20);
    const takesThem = texts.filter(({ field, schema }) =>
      ['Ca\u200bfé', 'Ca\u202efé'].some((text) => !COMPARED.includes(field) && schema.safeParse(text).success),
    );
    expect(takesThem.map(({ name }) => name)).toEqual([]);
  });

  it('takes no link with a user name', () => {
    const { externalUrl } = (allCalls.createQr.body as unknown as { shape: Record<string, z.ZodType> }).shape;
    const takes = (url: string) => externalUrl?.safeParse(url).success;
    const refused = [
      ...['https://bank.example@evil.example', 'http://a:b@c.example/', 'https:\\\\a@b.example'],
      ...['https://@b.example'],
    ];
    expect(refused.filter(takes)).toEqual([]);
    expect(
      ['https://a.example/@user', 'https://a.example?m=a@b.example', 'https://a.example#@'].filter(takes),
    ).toHaveLength(3);
  });
});

it('keeps what Postgres cannot read out of searches and links', () => {
  expect(STORABLE_LINE[0].test('a\u0000')).toBe(false);
  expect(STORABLE_LINE[0].test('a\u200b')).toBe(true);
  expect(SHOWN_LINE[0].test('')).toBe(true);
});

/** The text fields of a body, also in objects and lists. */
function textFields(schema: z.ZodType | undefined): readonly (readonly [string, z.ZodType])[] {
  if (schema === undefined) return [];
  const { def } = schema as unknown as { readonly def: Readonly<Record<string, unknown>> & { readonly type: string } };
  if (def.type === 'object') {
    const { shape } = schema as unknown as { readonly shape: Readonly<Record<string, z.ZodType>> };
    // `seen` is compared with stored values, which may be older than the rule, and is not stored.
    const { seen, ...stored } = shape;
    return Object.entries(stored).flatMap(([field, inner]) =>
      isText(inner) ? [[field, inner] as const] : textFields(inner),
    );
  }
  const inner = [def.innerType, def.element, def.in].flat().concat((def.options as unknown[] | undefined) ?? []);
  return inner.flatMap((one) => (one === undefined ? [] : textFields(one as z.ZodType)));
}

/** Whether a field takes some text of a person: not one of a list, an id or a number. */
function isText(schema: z.ZodType): boolean {
  return ['Text', 'https://a.example/x'].some((text) => schema.safeParse(text).success);
}
