import { z } from 'zod';
import type { Dice } from '../../trust/dice.ts';
import { WILD_NUMBERS, WILD_TEXTS, wildValue } from './wild-values.ts';

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
  readonly maxItems?: number;
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
  const known = shapes.get(schema);
  if (known) return known;
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
  shapes.set(schema, shape);
  return shape;
}

/** Texts that match patterns of calls: percents, amounts, months, whole numbers, lists. */
const PATTERNED = [
  '0',
  '1',
  '10',
  '200',
  '2.50',
  '0.1',
  '100.00',
  '100',
  '0.01',
  '9999999.99',
  '2020-01',
  'Name',
  'a:b',
];
const TIMES = ['2020-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z', '1970-01-01T00:00:00Z', '2099-12-31T23:59:59.999Z'];
const URLS = ['https://example.test/', 'http://example.test/a?b=c#d', 'https://example.test/💶'];

/** A value that probably fits the schema: within its bounds, or a step beyond them. */
export function valueFor(shape: Shape, dice: Dice, ids: readonly string[], depth = 4): unknown {
  if (depth === 0) return wildValue(dice, 0);
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return dice.pick(shape.enum);
  if (shape.anyOf) return valueFor(dice.pick(shape.anyOf), dice, ids, depth - 1);
  switch (shape.type) {
    case 'object':
      return objectFor(shape, dice, ids, depth);
    case 'array':
      return Array.from({ length: lengthFor(shape.minItems ?? 0, shape.maxItems ?? 5, dice) }, () =>
        valueFor(shape.items ?? {}, dice, ids, depth - 1),
      );
    case 'integer':
    case 'number':
      return dice.pick([...bounds(shape.minimum, shape.maximum), ...WILD_NUMBERS]);
    case 'boolean':
      return dice.next() < 0.5;
    case 'null':
      return null;
    case 'string':
      return textFor(shape, dice, ids);
    default:
      return wildValue(dice, 1);
  }
}

function objectFor(shape: Shape, dice: Dice, ids: readonly string[], depth: number): Record<string, unknown> {
  const entries = Object.entries(shape.properties ?? {});
  const chosen = entries.filter(([name]) => shape.required?.includes(name) || dice.next() < 0.5);
  return Object.fromEntries(chosen.map(([name, inner]) => [name, valueFor(inner, dice, ids, depth - 1)]));
}

function textFor(
  { format, pattern, minLength = 0, maxLength = 50 }: Shape,
  dice: Dice,
  ids: readonly string[],
): string {
  if (dice.next() < 0.2) return dice.pick(WILD_TEXTS);
  if (format === 'uuid') return dice.pick(ids);
  if (format === 'date-time') return dice.pick(TIMES);
  if (format === 'uri') return dice.pick(URLS);
  if (format === 'email') return `person-${dice.int(50)}@example.test`;
  if (pattern !== undefined) return dice.pick(PATTERNED);
  return dice
    .pick(['x', 'é', '💶', ' x'])
    .repeat(lengthFor(minLength, maxLength, dice))
    .slice(0, 30_000);
}

/** Usually within the bounds, sometimes at a bound or one beyond it. */
function lengthFor(least: number, most: number, dice: Dice): number {
  return dice.pick([
    least,
    least + 1,
    least + 2,
    Math.max(least - 1, 0),
    Math.min(most, 2_000),
    Math.min(most + 1, 2_001),
  ]);
}

function bounds(least: number | undefined, most: number | undefined): number[] {
  const around = (n: number | undefined) => (n === undefined ? [] : [n - 1, n - 0.01, n, n + 1, n + 0.01]);
  return [...around(least), ...around(most), 1, 2, 5];
}
