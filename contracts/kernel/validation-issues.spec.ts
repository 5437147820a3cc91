import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allCalls } from '../catalogue/calls.ts';
import { createQrBody, splitBody } from '../qr/calls.ts';
import { configurationBody } from '../site/calls.ts';
import { DEFAULT_SITE_CONFIGURATION } from '../site/configuration.ts';
import type { Call } from './call.ts';
import { ISSUES, rule } from './issue-codes.ts';
import { checkFields, invalidFields, validationIssue } from './validation-issues.ts';

const found = (schema: z.ZodType, value: unknown) => {
  const checked = checkFields(schema, value);
  return 'issues' in checked ? checked.issues.map(({ path, code, values }) => [path, code, values ?? {}]) : [];
};

describe('checkFields', () => {
  it('reports each wrong field once, by its path, code and values', () => {
    const body = {
      ...{ name: ' ', type: 'DISCOUNT_PERCENT', discountPercent: 101, commissionPercent: '100.5' },
      ...{ maxRedemptions: 1.5, externalUrl: 'javascript:1', isAdmin: true },
    };
    expect(found(createQrBody, body)).toEqual([
      ['name', 'NAME_REQUIRED', {}],
      ['discountPercent', 'TOO_BIG', { max: 100 }],
      ['commissionPercent', 'TOO_BIG', { max: '100' }],
      ['maxRedemptions', 'NOT_WHOLE', {}],
      ['externalUrl', 'NOT_A_URL', {}],
      ['isAdmin', 'UNKNOWN_FIELD', {}],
    ]);
  });

  it('reports the benefit fields beside wrong fields of other kinds', () => {
    expect(found(createQrBody, { type: 'TEXT_REWARD', discountPercent: 5 })).toEqual([
      ['name', 'REQUIRED', {}],
      ['discountPercent', 'OTHER_BENEFIT_TYPE', {}],
      ['textReward', 'REQUIRED', {}],
    ]);
  });

  it('dots the path of an entry of a list', () => {
    const splits = [{ name: 'a', commissionPercent: '1' }, { name: 'x'.repeat(121) }];
    expect(found(splitBody, { splits })).toEqual([
      ['splits.1.name', 'TOO_LONG', { max: 120 }],
      ['splits.1.commissionPercent', 'REQUIRED', {}],
    ]);
    expect(found(splitBody, { splits: [] })).toEqual([['splits', 'TOO_FEW', { min: 1 }]]);
  });

  it.each([2 ** 53, 1e300, -1e300])("names the field's own limits of a whole number, not those of all: %s", (value) => {
    const code = value < 0 ? ['TOO_SMALL', { min: 1 }] : ['TOO_BIG', { max: 1_000_000 }];
    const schema = z.object({ n: createQrBody.shape.maxRedemptions });
    expect(found(schema, { n: value })).toEqual([['n', ...code]]);
  });

  it('finds such limits in every call', () => {
    const unlimited = Object.entries(allCalls as Readonly<Record<string, Call>>).flatMap(
      ([name, { params, query, body }]) =>
        [params, query, body].flatMap((schema) =>
          schema ? fieldsWithoutLimit(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), name) : [],
        ),
    );
    // They have a sentence of their own.
    expect(unlimited).toEqual(['replayWebhooks.fromPosition', 'v1ReplayWebhooks.fromPosition']);
  });

  it.each([
    ['', 'BAD_DECIMAL'],
    ['1e3', 'BAD_DECIMAL'],
    ['-1', 'TOO_SMALL'],
    ['1.001', 'TOO_MANY_DECIMALS'],
    ['100.01', 'TOO_BIG'],
    [5, 'WRONG_TYPE'],
    [null, 'REQUIRED'],
    ['100.00', undefined],
  ])('reads the percent %j: %s', (value, code) => {
    expect(found(z.object({ p: createQrBody.shape.commissionPercent.unwrap() }), { p: value })[0]?.[1]).toBe(code);
  });

  it.each([
    ['5', 'NOT_A_NUMBER', {}],
    [0, 'TOO_SMALL', { min: 1 }],
    [1_000_001, 'TOO_BIG', { max: 1_000_000 }],
    [Number.NaN, 'NOT_A_NUMBER', {}],
  ])('reads the count %j: %s', (maxRedemptions, code, values) => {
    const body = { ...DEFAULT_SITE_CONFIGURATION, maxRedemptions };
    expect(found(configurationBody, body)).toEqual([['maxRedemptions', code, values]]);
  });

  it('names the whole body if it is malformed', () => {
    expect(found(createQrBody, null)).toEqual([['body', 'REQUIRED', {}]]);
    expect(found(createQrBody, [])).toEqual([['body', 'WRONG_TYPE', { expected: 'object' }]]);
  });

  it('reports an enum with its options', () => {
    const body = { ...DEFAULT_SITE_CONFIGURATION, commissionHoldDays: 8 };
    expect(found(configurationBody, body)).toEqual([
      ['commissionHoldDays', 'NOT_A_CHOICE', { choices: '0, 7, 14, 30, 60, 90' }],
    ]);
  });
});

it('describes each issue in plain English', () => {
  expect(validationIssue('discountPercent', 'TOO_BIG', { max: 100 }).message).toBe('Enter 100 or less.');
  const refused = invalidFields([validationIssue('name', 'REQUIRED'), validationIssue('x', 'UNKNOWN_FIELD')]);
  expect(refused.message).toBe('The request is not valid: name: This field is required.');
  expect(refused.issues).toHaveLength(2);
});

it('has a code for every rule of every call', () => {
  for (const [name, call] of Object.entries(allCalls)) {
    for (const text of [...ownTexts(call.body), ...ownTexts(call.query)]) {
      expect([name, text, rule.parse(text) !== null]).toEqual([name, text, true]);
    }
  }
  // The text for an empty name is fixed, without a full stop.
  const { NAME_REQUIRED: _, ...own } = ISSUES;
  for (const sentence of Object.values(own)) expect(sentence).toMatch(/^[A-Z].*[.}]$/);
});

/** The error texts that a schema and all within it give themselves. */
function ownTexts(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const { def } = (schema as { _zod?: { def?: Record<string, unknown> } })._zod ?? {};
  if (def === undefined) return Array.isArray(schema) ? schema.flatMap((part) => ownTexts(part, seen)) : [];
  const { error, shape, ...parts } = def;
  const own = typeof error === 'function' ? [error({ input: 'x', code: 'custom' })] : [];
  const inner = [...Object.values(parts), ...Object.values((shape as object | undefined) ?? {})];
  return [...own.filter((text) => typeof text === 'string'), ...inner.flatMap((part) => ownTexts(part, seen))];
}

/** Whole numbers without a limit of their own. */
function fieldsWithoutLimit(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if ('maximum' in schema && schema.maximum === Number.MAX_SAFE_INTEGER) return [path];
  return Object.entries(schema).flatMap(([key, inner]) =>
    fieldsWithoutLimit(
      inner,
      /^(properties|items|anyOf|oneOf|allOf|\d+|additionalProperties)$/.test(key) ? path : `${path}.${key}`,
    ),
  );
}
