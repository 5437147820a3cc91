import type { Call } from '@perktree/contracts/kernel/call';
import type { z } from 'zod';

/** The time of every test. Only `manualTime` lets it pass. */
export const NOW = new Date('2026-07-01T10:00:00.000Z');

/** How much the samples hold: nothing that can be left out, or one of everything. */
export type Fill = 'empty' | 'filled';

const ID = '00000000-0000-4000-8000-000000000001';
const NUMBERS = ['12.50', '7'];
/** The first text where one is asked for: a name. */
export const NAME = 'Corner Café';
const TEXTS = [
  ...[NAME, ID, NOW.toISOString(), '2026-07-01', 'sam@example.test', 'https://shop.example/a', '#1d6b57'],
  ...['ABC-123', '2026-07', ID.replaceAll('-', '').repeat(2)],
];
/** Plain strings of the contracts that hold numbers. */
const NUMERIC =
  /amount|above|earned|paid|pending|owed|payable|commission|percent|month|writtenOff|takenBack|inPayout|position|opening|closing|matured|exact|floor|remainder|expected|found|minimum|split|^sum$/i;
/** Plain strings that name one of several values. */
const NAMED: Readonly<Record<string, string>> = {
  role: 'staff',
  kind: 'QrSplit',
  timeZone: 'UTC',
  siteTimeZone: 'UTC',
};
/** Deeper lists stay empty: trees have no end. */
const DEEPEST = 8;

/** The row of the filled list of a call, with these fields instead. */
export const filledRow = <Row extends object>(
  call: Call & { readonly answer: z.ZodType<readonly Row[]> },
  fields: Partial<Row>,
): Row => ({ ...(sampleOf(call, 'filled') as Row[])[0], ...fields }) as Row;

/** An answer that matches the schema of a call. */
export const sampleOf = (call: Call, fill: Fill): unknown => sample(call.answer, fill, '', 0);

type Def = {
  readonly type: string;
  readonly shape: Record<string, z.ZodType>;
  readonly innerType: z.ZodType;
  readonly element: z.ZodType;
  readonly entries: Record<string, unknown>;
  readonly values: readonly unknown[];
  readonly options: readonly z.ZodType[];
  readonly in: z.ZodType;
  readonly valueType: z.ZodType;
  readonly getter: () => z.ZodType;
};

function sample(schema: z.ZodType, fill: Fill, name: string, depth: number): unknown {
  const def = schema.def as unknown as Def;
  const inner = (of: z.ZodType) => sample(of, fill, name, depth);
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape)
          .map(([key, value]) => [key, sample(value, fill, key, depth + 1)] as const)
          .filter(([, value]) => value !== undefined),
      );
    case 'array':
      return fill === 'empty' || depth > DEEPEST ? [] : [sample(def.element, fill, name, depth + 1)];
    case 'nullable':
      return fill === 'empty' || depth > DEEPEST ? null : inner(def.innerType);
    case 'optional':
      return fill === 'empty' || depth > DEEPEST ? undefined : inner(def.innerType);
    case 'default':
    case 'readonly':
    case 'nonoptional':
      return inner(def.innerType);
    case 'lazy':
      return inner(def.getter());
    case 'pipe':
      return inner(def.in);
    case 'union':
      return inner(def.options[0] as z.ZodType);
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'record':
      return {};
    case 'boolean':
      return fill === 'filled';
    case 'null':
      return null;
    case 'undefined':
    case 'void':
      return undefined;
    default:
      return leaf(schema, name);
  }
}

function leaf(schema: z.ZodType, name: string): unknown {
  const named = NAMED[name] === undefined ? [] : [NAMED[name]];
  const texts = NUMERIC.test(name) ? [...NUMBERS, ...TEXTS] : [...TEXTS, ...NUMBERS];
  const found = [...named, ...texts, 1, 0, 20].find((value) => schema.safeParse(value).success);
  if (found === undefined) throw new Error(`no sample of ${name} (${schema.def.type})`);
  return found;
}
