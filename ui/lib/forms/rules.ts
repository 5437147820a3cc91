import './without-eval.ts';
import type { Call } from '@perktree/contracts/http/call';
import { calls } from '@perktree/contracts/http/calls';
import { checkFields, type ValidationIssue } from '@perktree/contracts/validation-issues';

const bodies = new Map(
  Object.values(calls as Record<string, Call>).map((call) => [`${call.method} ${call.path}`, call.body]),
);

/**
 * What the server would find wrong with a body, by the same rules. This module holds the schemas of all bodies and their
 * library: 40 KB that are loaded with the first form and never before (see slim-contracts.ts).
 */
export function issuesOfBody(
  { method, path }: Pick<Call, 'method' | 'path'>,
  body: unknown,
): readonly ValidationIssue[] {
  const schema = bodies.get(`${method} ${path}`);
  // JSON has no undefined: what is sent is what is checked.
  const checked = schema ? checkFields(schema, JSON.parse(JSON.stringify(body))) : { data: body };
  return 'issues' in checked ? checked.issues : [];
}
