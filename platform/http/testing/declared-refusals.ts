import { callOutcomes } from '@perktree/contracts/catalogue/call-outcomes';
import { callRefusals } from '@perktree/contracts/catalogue/call-refusals';
import { allCalls } from '@perktree/contracts/catalogue/calls';
import { type OtherCall, otherCalls } from '@perktree/contracts/catalogue/other-calls';
import type { Call } from '@perktree/contracts/kernel/call';
import type { FastifyInstance } from 'fastify';
import { generalRefusals } from '../openapi-conventions.ts';

interface Declared {
  readonly name: string;
  readonly refused: ReadonlySet<string>;
  readonly outcome: ReadonlySet<string>;
}

/** The refusals that the reference documents for a call: `refused` by status, `outcome` by `success: false`. */
const declared: ReadonlyMap<string, Declared> = new Map(
  Object.entries<Call | OtherCall>({ ...allCalls, ...otherCalls }).map(([name, call]) => {
    const refused = 'refuses' in call ? call.refuses : [...generalRefusals(call), ...(callRefusals[name] ?? [])];
    const one = { name, refused: new Set<string>(refused), outcome: new Set<string>(callOutcomes[name]) };
    return [`${call.method} ${call.path}` as string, one] as const;
  }),
);

/**
 * Checks that every refusal of an app is documented in the published reference.
 * @returns those that were seen, as `call: status CODE`
 */
export function watchRefusals(app: FastifyInstance): ReadonlySet<string> {
  const undeclared = new Set<string>();
  app.addHook('onSend', async ({ method, routeOptions }, { statusCode }, payload) => {
    const call = declared.get(`${method} ${routeOptions.url}`);
    if (!call || typeof payload !== 'string') return payload;
    const code = refusalIn(payload, statusCode);
    if (code === null) return payload;
    const known = statusCode >= 400 ? call.refused : call.outcome;
    if (!known.has(code)) undeclared.add(`${call.name}: ${statusCode} ${code}`);
    return payload;
  });
  return undeclared;
}

/** The code of a refusal; null for other answers. */
function refusalIn(payload: string, status: number): string | null {
  if (status < 400 && !payload.includes('"success":false')) return null;
  const { code } = JSON.parse(payload) as { code?: unknown };
  return typeof code === 'string' ? code : `without a code: ${payload.slice(0, 100)}`;
}

/** @throws if a call gave an undeclared refusal */
export function assertAllDeclared(undeclared: ReadonlySet<string>): void {
  if (undeclared.size === 0) return;
  throw new Error(`not in contracts/catalogue/call-refusals.ts:\n${[...undeclared].toSorted().join('\n')}`);
}
