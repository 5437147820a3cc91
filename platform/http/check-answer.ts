import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';

/** Issues about formats and bounds, not types: input rules may be stricter now than when the value was stored. */
const FITS: ReadonlySet<string> = new Set(['invalid_format', 'too_small', 'too_big', 'not_multiple_of', 'custom']);

/**
 * A check of a call's answers before they are sent, made once (docs/decisions/0051). Fields that the schema does not
 * declare are left out and logged by name, so that a column which a query happens to read never reaches a client.
 * @returns what gives the answer to send, and throws an Error when a field is missing or of another type
 */
export function answerCheck(schema: z.ZodType): (answer: unknown, logger: Log) => unknown {
  const fits = declaredShape(schema);
  return (answer, logger) => (fits(answer) ? answer : declaredPart(schema, answer, logger));
}

/** What the log says of fields that are left out. */
export const UNDECLARED_FIELDS = 'fields that the schema of the answer does not declare are not sent';

type Log = Pick<FastifyBaseLogger, 'error'>;

/** Also of an answer that fits, in some other way than its shape shows. */
function declaredPart(schema: z.ZodType, answer: unknown, logger: Log): unknown {
  const checked = schema.safeParse(answer);
  if (checked.success) return answer;
  const { issues } = checked.error;
  const wrong = issues.filter(({ code }) => code !== 'unrecognized_keys' && !FITS.has(code));
  // Without the messages: they may quote values.
  if (wrong.length > 0) throw new Error(`the answer does not fit its schema at ${wrong.map(placeOf).join(', ')}`);
  const undeclared = issues.filter((issue) => issue.code === 'unrecognized_keys');
  if (undeclared.length === 0) return answer;
  const kept = structuredClone(answer);
  for (const { path, keys } of undeclared) {
    const holder = path.reduce<unknown>((part, key) => Reflect.get(part as object, key), kept);
    for (const key of keys) Reflect.deleteProperty(holder as object, key);
  }
  const fields = [...new Set(undeclared.flatMap(({ keys }) => keys))];
  logger.error({ fields }, UNDECLARED_FIELDS);
  return kept;
}

function placeOf({ path, code }: z.core.$ZodIssue): string {
  return `${path.join('.') || 'the top'} (${code})`;
}

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
