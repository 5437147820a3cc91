import { declaredShape } from '@perktree/contracts/kernel/shape-check';
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
