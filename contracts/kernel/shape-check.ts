import type { z } from 'zod';

/** A check compiled from a schema, at a fraction of its cost: it makes no copies and collects no issues. */
export type ShapeCheck = (value: unknown) => boolean;

type Schema = z.core.$ZodType;
const defOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def;
type Def = ReturnType<typeof defOf>;

/** Formats that consist of their pattern only. */
const FORMATS: readonly (string | undefined)[] = [undefined, 'uuid', 'datetime'];

/**
 * True only for values that the schema accepts unchanged. False is inconclusive: use the schema. Unsupported parts are
 * checked by the schema itself, once per distinct text.
 */
export function shapeCheck(schema: Schema): ShapeCheck {
  const def = defOf(schema);
  const limits = ((def.checks ?? []) as readonly z.core.$ZodCheck[]).map(limitOf);
  const limit = all(limits.filter((each) => each !== null));
  const base = limits.includes(null) ? null : exactly(def);
  if (base === null) return askedOnce(schema as z.ZodType);
  return limits.length === 0 ? base : (value) => base(value) && limit(value);
}

function exactly(def: Def): ShapeCheck | null {
  switch (def.type) {
    case 'string': {
      const { format, pattern } = def as z.core.$ZodStringFormatDef;
      return FORMATS.includes(format) ? text(pattern) : null;
    }
    case 'number': {
      const { format } = def as z.core.$ZodNumberFormatDef;
      if (format === 'safeint') return Number.isSafeInteger;
      return format === undefined ? Number.isFinite : null;
    }
    case 'object':
      return def.catchall && defOf(def.catchall).type === 'never' ? strictObject(def.shape) : null;
    default:
      return simple(def, shapeCheck);
  }
}

/** By schema: a tree's nodes have nodes. */
const declared = new WeakMap<Schema, ShapeCheck>();

/**
 * Whether a value has the fields that its schema declares, of the declared types, and no others. Passes over formats and
 * bounds. False is inconclusive, as of `shapeCheck`.
 */
export function declaredShape(schema: Schema): ShapeCheck {
  const known = declared.get(schema);
  if (known) return known;
  let check: ShapeCheck = () => false;
  declared.set(schema, (value) => check(value));
  check = ofTypes(defOf(schema));
  declared.set(schema, check);
  return check;
}

function ofTypes(def: Def): ShapeCheck {
  switch (def.type) {
    case 'object':
      return fieldsFit(def);
    case 'default':
    case 'optional': {
      const fits = declaredShape(def.innerType);
      return (value) => value === undefined || fits(value);
    }
    case 'union': {
      const options = def.options.map(declaredShape);
      return (value) => options.some((fits) => fits(value));
    }
    case 'record': {
      if (defOf(def.keyType).type !== 'string') return () => false;
      const fits = declaredShape(def.valueType);
      return (value) => isObject(value) && Object.values(value).every(fits);
    }
    case 'string':
      return text(undefined);
    case 'number':
      // A number with checks may have to be whole.
      return 'format' in def || def.checks?.length ? Number.isSafeInteger : Number.isFinite;
    default:
      return simple(def, declaredShape) ?? (() => false);
  }
}

/** Null for a type that is not the same in both checks. @param checkOf the check of a part */
function simple(def: Def, checkOf: (schema: Schema) => ShapeCheck): ShapeCheck | null {
  switch (def.type) {
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'enum':
      return oneOf(Object.values(def.entries));
    case 'literal':
      return oneOf(def.values);
    case 'nullable': {
      const check = checkOf(def.innerType);
      return (value) => value === null || check(value);
    }
    case 'array':
      return list(checkOf(def.element));
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

function list(check: ShapeCheck): ShapeCheck {
  return (value) => {
    if (!Array.isArray(value)) return false;
    // A loop sees holes, too.
    for (const each of value) if (!check(each)) return false;
    return true;
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Exactly the keys of the shape. Shapes with optional keys are not supported, so the schema checks them. */
function strictObject(shape: z.core.$ZodShape): ShapeCheck {
  const fields = Object.entries(shape).map(([key, part]) => ({ key, check: shapeCheck(part) }));
  return (value) => {
    if (!isObject(value)) return false;
    for (const { key, check } of fields) if (!Object.hasOwn(value, key) || !check(value[key])) return false;
    return Object.keys(value).length === fields.length;
  };
}

function fieldsFit({ shape, catchall }: z.core.$ZodObjectDef): ShapeCheck {
  const takesAny = catchall?._zod.def.type === 'unknown';
  const fields = Object.entries(shape).map(([key, part]) => ({ key, fits: declaredShape(part) }));
  return (value) => {
    if (!isObject(value)) return false;
    let present = 0;
    for (const { key, fits } of fields) {
      const field = value[key];
      if (!fits(field)) return false;
      if (field !== undefined) present += 1;
    }
    // Undefined fields are not sent.
    return takesAny || Object.keys(value).length === present || definedIn(value) === present;
  };
}

const definedIn = (value: object) => Object.values(value).filter((field) => field !== undefined).length;

function limitOf({ _zod: { def } }: z.core.$ZodCheck): ShapeCheck | null {
  const { check, pattern, minimum, value: bound, inclusive } = def as Limit;
  if (check === 'min_length' && minimum !== undefined) return (value) => (value as string).length >= minimum;
  if (check === 'string_format' && pattern && !pattern.global) return (value) => pattern.test(value as string);
  if (typeof bound !== 'number') return null;
  if (check === 'greater_than') return (value) => (inclusive ? Number(value) >= bound : Number(value) > bound);
  if (check === 'less_than') return (value) => (inclusive ? Number(value) <= bound : Number(value) < bound);
  return null;
}

/** What the checks of zod have, by their kind. */
interface Limit {
  readonly check: string;
  readonly pattern?: RegExp;
  readonly minimum?: number;
  readonly value?: unknown;
  readonly inclusive?: boolean;
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
