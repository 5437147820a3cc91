import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';

/** Issues that say nothing of a single value's type: rules for what is entered may be stricter than when it was stored. */
const FITS: ReadonlySet<string> = new Set(['invalid_format', 'too_small', 'too_big', 'not_multiple_of', 'custom']);

/**
 * Checks an answer against the schema of its call before it is sent (docs/decisions/0041). Fields that the schema does not
 * declare are left out and logged by name, so that a column which a query happens to read never reaches a client.
 * @returns the answer to send
 * @throws Error when a field is missing or of another type
 */
export function checkAnswer(schema: z.ZodType, answer: unknown, logger: Pick<FastifyBaseLogger, 'error'>): unknown {
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
  logger.error({ fields }, 'fields that the schema of the answer does not declare are not sent');
  return kept;
}

function placeOf({ path, code }: z.core.$ZodIssue): string {
  return `${path.join('.') || 'the top'} (${code})`;
}
