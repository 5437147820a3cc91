import type { z } from 'zod';

/** Whether a value has the fields that its schema declares, of the declared types, and no others. */
type Fits = (value: unknown) => boolean;

/** Schemas refer to themselves: a tree's nodes have nodes. */
const known = new WeakMap<z.core.$ZodType, Fits>();

/**
 * A check that is made once for a schema, copies nothing and passes over formats and bounds. It is false where it does not
 * know: zod decides then.
 */
export function declaredShape(schema: z.core.$ZodType): Fits {
  const made = known.get(schema);
  if (made) return made;
  let fits: Fits = () => false;
  known.set(schema, (value) => fits(value));
  fits = fitsOf(schema);
  known.set(schema, fits);
  return fits;
}

function fitsOf(schema: z.core.$ZodType): Fits {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return fieldsFit(def);
    case 'array': {
      const fits = declaredShape(def.element);
      return (value) => Array.isArray(value) && value.every(fits);
    }
    case 'nullable': {
      const fits = declaredShape(def.innerType);
      return (value) => value === null || fits(value);
    }
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
      if ((def.keyType as z.core.$ZodTypes)._zod.def.type !== 'string') return () => false;
      const fits = declaredShape(def.valueType);
      return (value) => isObject(value) && Object.values(value).every(fits);
    }
    case 'enum': {
      const values = new Set<unknown>(Object.values(def.entries));
      return (value) => values.has(value);
    }
    case 'literal':
      return (value) => def.values.includes(value as never);
    case 'string':
      return (value) => typeof value === 'string';
    case 'number':
      // A number with checks may have to be whole.
      return 'format' in def || def.checks?.length ? Number.isSafeInteger : Number.isFinite;
    case 'boolean':
      return (value) => typeof value === 'boolean';
    default:
      return () => false;
  }
}

function fieldsFit({ shape, catchall }: z.core.$ZodObjectDef): Fits {
  const takesAny = catchall?._zod.def.type === 'unknown';
  const names = Object.keys(shape);
  const fits = names.map((name) => declaredShape(shape[name] as z.core.$ZodType));
  return (value) => {
    if (!isObject(value)) return false;
    let present = 0;
    for (let n = 0; n < names.length; n += 1) {
      const field = value[names[n] as string];
      if (!(fits[n] as Fits)(field)) return false;
      if (field !== undefined) present += 1;
    }
    // Undefined fields are not sent.
    return takesAny || Object.keys(value).length === present || definedIn(value) === present;
  };
}

const definedIn = (value: object) => Object.values(value).filter((field) => field !== undefined).length;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
