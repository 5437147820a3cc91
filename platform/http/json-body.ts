import { isUtf8 } from 'node:buffer';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { invalidField } from '@perktree/contracts/kernel/validation-issues';
import type { FastifyInstance } from 'fastify';

/** Levels of objects and lists in a body, so that nothing that recurses over it can overflow the stack. Calls need seven. */
const MAX_DEPTH = 32;

/**
 * Reads the bodies of JSON calls as they were sent, or not at all: bytes that are not UTF-8 would become replacement characters,
 * and of a field that stands twice a reader would take one. Such a body is refused.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer;
    // Browsers send POSTs without a body with a JSON content type: treat them as "no body".
    if (bytes.length === 0) return done(null, undefined);
    if (!isUtf8(bytes)) return done(new Refused('MALFORMED_BODY'));
    const text = bytes.toString();
    return parseJson(request, text, (error, value) => {
      if (error) return done(error);
      if (!isNested(value, MAX_DEPTH)) return done(invalidField('body', 'TOO_DEEP', { max: MAX_DEPTH }));
      const twice = fieldTwiceIn(text, value);
      return twice === null ? done(null, value) : done(invalidField(twice, 'FIELD_TWICE'));
    });
  });
}

/** Whether a parsed value has no more levels of objects and lists than this. */
function isNested(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return true;
  return levels > 0 && Object.values(value).every((part) => isNested(part, levels - 1));
}

/** A text of JSON, and the colon behind a name. */
const TEXTS = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?/g;

/** The name of a field that an object has twice: it stands in the text more often than in the value. Null: none. */
function fieldTwiceIn(text: string, value: unknown): string | null {
  const left = new Map<string, number>();
  countFields(value, left);
  for (const [, name = '', isName] of text.matchAll(TEXTS)) {
    if (isName === undefined) continue;
    const field: string = JSON.parse(name);
    const count = left.get(field) ?? 0;
    if (count === 0) return field;
    left.set(field, count - 1);
  }
  return null;
}

function countFields(value: unknown, counts: Map<string, number>): void {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) for (const name of Object.keys(value)) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const part of Object.values(value)) countFields(part, counts);
}
