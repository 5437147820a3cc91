import { z } from 'zod';

const secrets = z.registry<{ readonly isSecret: true }>();

/**
 * Marks a text of an answer that lets its holder in: a key, a token, a code, or an address with one of these. An answer that
 * is kept for an `Idempotency-Key` is encrypted if its call declares one.
 */
export function secret<S extends z.ZodString | z.ZodURL>(schema: S): S {
  // A copy, so that the same schema elsewhere is not marked.
  const marked = schema.clone();
  secrets.add(marked, { isSecret: true });
  return marked as S;
}

const known = new WeakMap<z.core.$ZodType, boolean>();

/** Whether a schema declares a secret anywhere. */
export function holdsSecret(schema: z.core.$ZodType): boolean {
  const answer = known.get(schema);
  if (answer !== undefined) return answer;
  // A schema that contains itself adds nothing of its own.
  known.set(schema, false);
  const holds = secrets.has(schema) || partsOf(schema).some(holdsSecret);
  known.set(schema, holds);
  return holds;
}

/** The schemas that a schema is made of. */
function partsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.values(def.shape);
    case 'array':
      return [def.element];
    case 'tuple':
      return def.items;
    case 'union':
      return def.options;
    case 'record':
      return [def.valueType];
    case 'intersection':
      return [def.left, def.right];
    case 'pipe':
      return [def.in, def.out];
    case 'lazy':
      return [def.getter()];
    default:
      return 'innerType' in def ? [def.innerType] : [];
  }
}
