import * as fc from 'fast-check';
import { z } from 'zod';
import type { Dice } from '../../trust/dice.ts';

/** The JSON Schema keywords that zod writes for client input. */
export interface Shape {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

const shapes = new WeakMap<z.ZodType, Shape>();

/** A JSON schema of client input. */
export function shapeOf(schema: z.ZodType): Shape {
  const shape = shapes.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape);
  shapes.set(schema, shape);
  return shape;
}

/** One of the values, chosen by the dice. */
export const drawn = <T>(values: fc.Arbitrary<T>, dice: Dice): T =>
  fc.sample(values, { seed: dice.int(2 ** 31), numRuns: 1 })[0] as T;

/** Texts that are hard to store, compare, show or forward. */
export const wildText = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      ' ',
      '\u0000',
      '\ufeff',
      '\ud800',
      '\u202eabc',
      'İ',
      'e\u0301'.repeat(50),
      'x'.repeat(121),
      'x'.repeat(20_000),
    ],
    ...['-0', '1e3', '0x10', '.5', '5.', '１００', 'NaN', 'Infinity', '100.001', '99999999.99', 'null', '[]'],
    ...["' OR 1=1; --", "'; DROP TABLE identity.users; --", '$1', '%00', '%2e%2e%2f', '../../etc/passwd', '{{7*7}}'],
    ...['<script>alert(1)</script>', 'javascript:alert(1)', 'https://user:pass@example.test/', 'http://xn--/', '=1+1'],
    ...['a\r\nSet-Cookie: x=y', '__proto__', 'constructor', '00000000-0000-0000-0000-000000000000'],
    ...['9999-12-31T23:59:59Z', '0000-01-01T00:00:00Z', '2024-02-30T00:00:00Z', 'a@b', 'a@b.test\u0000'],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const wildNumber = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 0.001, 1.005, 100.01, 256, 1_000_001, 2 ** 31, 2 ** 53 - 1, 1e21, 1e300, 5e-324),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const nested = fc.nat(400).map((depth) => JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`) as unknown);

/** Any JSON value. */
export const wildValue: fc.Arbitrary<unknown> = fc.oneof(
  ...[wildText, wildText, wildText, wildNumber, fc.boolean(), fc.constant(null), fc.jsonValue(), nested],
  ...[fc.dictionary(wildText, wildText, { maxKeys: 2 }), fc.constantFrom(0, 101, 1_000).map((n) => Array(n).fill('x'))],
);

/** Texts that match patterns of calls: percents, amounts, months, whole numbers, lists. */
const PATTERNED = ['0', '1', '10', '200', '2.50', '0.1', '100.00', '0.01', '9999999.99', '2020-01', 'Name', 'a:b'];
const FORMATTED: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2020-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z', '2099-12-31T23:59:59.999Z'],
  uri: ['https://example.test/', 'http://example.test/a?b=c#d'],
  email: ['person-1@example.test', 'person-2@example.test'],
};

/** Values that probably fit the schema: within its bounds, or a step beyond them. */
export function fitting(shape: Shape, ids: readonly string[]): fc.Arbitrary<unknown> {
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (shape.enum) return fc.constantFrom(...shape.enum);
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map((one) => fitting(one, ids)));
  const { type, minItems: least = 0, minimum, maximum } = shape;
  if (type === 'object') {
    const fields = Object.entries(shape.properties ?? {}).map(([name, inner]) => [name, fitting(inner, ids)] as const);
    const requiredKeys = [...(shape.required ?? [])];
    return fc.record(Object.fromEntries(fields), { requiredKeys, noNullPrototype: true });
  }
  if (type === 'array') {
    return fc.array(fitting(shape.items ?? {}, ids), { minLength: Math.max(least - 1, 0), maxLength: least + 5 });
  }
  if (type === 'integer' || type === 'number') {
    return fc.oneof(fc.constantFrom(...around(minimum), ...around(maximum), 1, 2, 5), wildNumber);
  }
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  return type === 'string' ? fc.oneof({ weight: 4, arbitrary: textFor(shape, ids) }, wildText) : wildValue;
}

const around = (n: number | undefined) => (n === undefined ? [] : [n - 1, n - 0.01, n, n + 1, n + 0.01]);

function textFor({ format = '', pattern, minLength = 0, maxLength = 50 }: Shape, ids: readonly string[]) {
  const known = format === 'uuid' ? ids : (FORMATTED[format] ?? (pattern === undefined ? undefined : PATTERNED));
  if (known) return fc.constantFrom(...known);
  const max = Math.min(maxLength, 2_000);
  const lengths = [minLength, minLength + 1, Math.max(minLength - 1, 0), max, max + 1];
  return fc
    .tuple(fc.constantFrom('x', 'é', '💶', ' x'), fc.constantFrom(...lengths))
    .map(([letter, length]) => letter.repeat(length));
}
