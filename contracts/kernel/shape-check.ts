import type { z } from 'zod';

/** True only for values that the schema accepts unchanged. False is inconclusive: use the schema. */
export type ShapeCheck = (value: unknown) => boolean;

/** Schemas as zod has them inside: the same for each kind of them. */
interface Inside {
  readonly type: string;
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly checks?: readonly { readonly _zod: { readonly def: CheckInside } }[];
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly catchall?: z.ZodType;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly values?: readonly unknown[];
}
interface CheckInside {
  readonly check: string;
  readonly pattern?: RegExp;
  readonly minimum?: number;
  readonly value?: number;
  readonly inclusive?: boolean;
}

const insideOf = (schema: z.ZodType) => schema._zod.def as unknown as Inside;

/** Formats that consist of their pattern only. */
const FORMATS: readonly (string | undefined)[] = [undefined, 'uuid', 'datetime'];

/**
 * A check compiled from a schema, at a fraction of its cost: it makes no copies and collects no issues. Unsupported parts
 * are checked by the schema itself, once per distinct text.
 */
export function shapeCheck(schema: z.ZodType): ShapeCheck {
  const inside = insideOf(schema);
  const limits = (inside.checks ?? []).map(limitOf);
  const limit = all(limits.filter((each) => each !== null));
  const base = limits.includes(null) ? null : baseOf(inside);
  if (base === null) return askedOnce(schema);
  return limits.length === 0 ? base : (value) => base(value) && limit(value);
}

function baseOf(inside: Inside): ShapeCheck | null {
  switch (inside.type) {
    case 'string':
      return FORMATS.includes(inside.format) ? text(inside.pattern) : null;
    case 'number':
      if (inside.format === 'safeint') return Number.isSafeInteger;
      return inside.format === undefined ? Number.isFinite : null;
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'enum':
      return oneOf(Object.values(inside.entries ?? {}));
    case 'literal':
      return oneOf(inside.values ?? []);
    case 'nullable':
      return inside.innerType ? orNull(shapeCheck(inside.innerType)) : null;
    case 'array':
      return inside.element ? list(shapeCheck(inside.element)) : null;
    case 'object':
      return inside.catchall && insideOf(inside.catchall).type === 'never' ? strictObject(inside.shape ?? {}) : null;
    default:
      return null;
  }
}

function text(pattern: RegExp | undefined): ShapeCheck {
  if (pattern === undefined) return (value) => typeof value === 'string';
  return (value) => typeof value === 'string' && pattern.test(value);
}

function oneOf(values: readonly unknown[]): ShapeCheck {
  const known = new Set(values);
  return (value) => known.has(value);
}

const orNull =
  (check: ShapeCheck): ShapeCheck =>
  (value) =>
    value === null || check(value);

function list(check: ShapeCheck): ShapeCheck {
  return (value) => {
    if (!Array.isArray(value)) return false;
    // A loop sees holes, too.
    for (const each of value) if (!check(each)) return false;
    return true;
  };
}

/** Exactly the keys of the shape. Shapes with optional keys are not supported, so the schema checks them. */
function strictObject(shape: Readonly<Record<string, z.ZodType>>): ShapeCheck {
  const fields = Object.entries(shape).map(([key, schema]) => [key, shapeCheck(schema)] as const);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const found = value as Readonly<Record<string, unknown>>;
    for (const [key, check] of fields) if (!Object.hasOwn(found, key) || !check(found[key])) return false;
    return Object.keys(found).length === fields.length;
  };
}

function limitOf({ _zod: { def } }: { readonly _zod: { readonly def: CheckInside } }): ShapeCheck | null {
  const { check, pattern, minimum, value: bound, inclusive } = def;
  if (check === 'min_length' && minimum !== undefined) return (value) => (value as string).length >= minimum;
  if (check === 'string_format' && pattern && !pattern.global) return (value) => pattern.test(value as string);
  if (typeof bound !== 'number') return null;
  if (check === 'greater_than') return (value) => (inclusive ? Number(value) >= bound : Number(value) > bound);
  if (check === 'less_than') return (value) => (inclusive ? Number(value) <= bound : Number(value) < bound);
  return null;
}

const all =
  (checks: readonly ShapeCheck[]): ShapeCheck =>
  (value) =>
    checks.every((check) => check(value));

const MAX_REMEMBERED = 2_000;

/** Such values are few, and come again and again. Only those that the schema leaves as they are. */
function askedOnce(schema: z.ZodType): ShapeCheck {
  const good = new Set<string>();
  return (value) => {
    const said = JSON.stringify(value);
    if (good.has(said)) return true;
    const parsed = schema.safeParse(value);
    if (!parsed.success || JSON.stringify(parsed.data) !== said) return false;
    if (good.size >= MAX_REMEMBERED) good.clear();
    good.add(said);
    return true;
  };
}
