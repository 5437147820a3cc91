import './without-eval.ts';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import { checkFields, type ValidationIssue } from '@perktree/contracts/kernel/validation-issues';

const bodies = new Map(
  Object.values(calls as Record<string, Call>).map((call) => [`${call.method} ${call.path}`, call.body]),
);

/**
 * Validates a body by the server's rules. This module holds all body schemas and zod (40 KB), loaded with the first
 * form (see slim-contracts.ts).
 */
export function issuesOfBody(
  { method, path }: Pick<Call, 'method' | 'path'>,
  body: unknown,
): readonly ValidationIssue[] {
  const schema = bodies.get(`${method} ${path}`);
  // JSON has no undefined: check exactly what is sent.
  const checked = schema ? checkFields(schema, JSON.parse(JSON.stringify(body))) : { data: body };
  return 'issues' in checked ? checked.issues : [];
}
