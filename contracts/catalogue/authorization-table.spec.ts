import { describe, expect, it } from 'vitest';
import type { Access, Call } from '../kernel/call.ts';
import { ROLES } from '../kernel/envelope.ts';
import { authorization, type Grants, SCOPES, type Scope } from './authorization.ts';
import { allCalls } from './calls.ts';

const COLUMNS = [...ROLES, 'API key', 'signed out'] as const;

/** `docs/reference/authorization.md`: call by call, what each role may act on. */
function authorizationPage(): string {
  const lines = [
    '# Who may make which call',
    '',
    'A cell is what the call may be made on: `—` is refused with 403 (signed out: 401). Whatever is outside of a cell’s scope',
    'answers 404, the same as what is not there. Roles are those that an account holds, not the active one. An API key needs the',
    'scope in brackets; a site that it is not for answers 403.',
    '',
    ...Object.entries(SCOPES).map(([scope, meaning]) => `- \`${scope}\`: ${meaning}`),
    '',
    'Made from `contracts/catalogue/authorization.ts` by `npm run docs`.',
  ];
  const entries = Object.entries(allCalls) as [keyof typeof allCalls, Call][];
  for (const tag of new Set(entries.map(([, call]) => call.tag))) {
    lines.push('', `## ${tag}`, '', `| call | ${COLUMNS.join(' | ')} |`, `|---|${COLUMNS.map(() => '---').join('|')}|`);
    for (const [name, { method, path }] of entries.filter(([, call]) => call.tag === tag)) {
      const cells = COLUMNS.map((column) => cellOf(authorization[name], column, allCalls[name].access));
      lines.push(`| ${method} ${path.replace(/:(\w+)/g, '{$1}')} | ${cells.join(' | ')} |`);
    }
  }
  return `${lines.join('\n')}\n`;
}

function cellOf(grants: Grants, column: (typeof COLUMNS)[number], access: Access): string {
  const scope = scopeOf(grants, column);
  if (scope === undefined) return '—';
  return column === 'API key' && typeof access === 'object' && 'key' in access ? `${scope} (${access.key})` : scope;
}

function scopeOf(grants: Grants, column: (typeof COLUMNS)[number]): Scope | undefined {
  if ('anyone' in grants) return grants.anyone;
  if (column === 'API key') return 'key' in grants ? grants.key : undefined;
  if (column === 'signed out' || 'key' in grants) return undefined;
  return 'signed_in' in grants ? grants.signed_in : (grants as { readonly [R in typeof column]?: Scope })[column];
}

const accessKinds = (access: Access): readonly string[] =>
  typeof access === 'string' ? [access] : 'key' in access ? ['key'] : access;

describe('the authorization table', () => {
  it.each(Object.keys(allCalls) as (keyof typeof allCalls)[])(
    'grants %s to exactly the callers that its route accepts',
    (name) => {
      const { access } = allCalls[name];
      const granted = Object.keys(authorization[name]);
      expect(granted.toSorted()).toEqual(accessKinds(access).toSorted());
    },
  );

  it('is in docs/reference/authorization.md (if not: npm run docs)', async () => {
    await expect(authorizationPage()).toMatchFileSnapshot('../../docs/reference/authorization.md');
  });
});
