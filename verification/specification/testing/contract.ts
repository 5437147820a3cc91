import { calls } from '@perktree/contracts/catalogue/calls';
import { V1_PATH } from '@perktree/contracts/catalogue/v1';
import type { Call } from '@perktree/contracts/kernel/call';
import { valuesAnswer } from '@perktree/contracts/kernel/common';
import { REFUSALS, type RefusalCode } from '@perktree/contracts/kernel/refusals';
import { z } from 'zod';

export type CallName = keyof typeof calls;

const catalogue = Object.entries(calls).map(([name, call]) => ({
  name: name as CallName,
  call: call as Call,
  pattern: new RegExp(`^${call.path.replace(/:\w+/g, '[^/]+')}$`),
}));

/** Finds the catalogue's call of a request. */
export function callOf(method: string, url: string): { readonly name: CallName; readonly call: Call } | undefined {
  const path = url.split('?')[0] ?? url;
  return catalogue.find(({ call, pattern }) => call.method === method && pattern.test(path));
}

const code = z.string().regex(/^[A-Z][A-Z0-9_]*$/);

/** The answer of every refused call (docs/reference/http-api.md#refusals). */
const refusal = z.strictObject({
  message: z.string().min(1),
  code,
  values: valuesAnswer.optional(),
  issues: z
    .array(
      z.strictObject({ path: z.string().min(1), code, message: z.string().min(1), values: valuesAnswer.optional() }),
    )
    .optional(),
  requestId: z.string().optional(),
});

/** The answer of every refused call of version 1: problem details (RFC 9457). */
const problem = z.strictObject({
  ...refusal.shape,
  type: z.literal('about:blank'),
  title: z.string().min(1),
  status: z.int(),
  detail: z.string().min(1),
});

/** Claim and scan-info also answer `success: false`. */
const REFUSE_WITH_OUTCOME: readonly CallName[] = ['claim', 'customerScanInfo', 'distributorScanInfo'];

/**
 * Checks an answer against the catalogue: a success has exactly the fields and the status of its call, a refusal exactly
 * those of a refusal, with the status of its code.
 * @throws an error that names the call if the answer does not match
 */
export function assertFits(method: string, url: string, status: number, body: unknown): void {
  const found = callOf(method, url);
  if (!found) return;
  const { name, call } = found;
  const asOutcome = REFUSE_WITH_OUTCOME.includes(name) && (body as { success?: boolean } | null)?.success === false;
  if (status < 400 || asOutcome) {
    if (!asOutcome && status !== call.status) throw new Error(`${name} answered ${status} instead of ${call.status}`);
    parse(name, call.answer, body);
    return;
  }
  const { code } = parse(name, call.path.startsWith(V1_PATH) ? problem : refusal, body) as { code: string };
  if (!(code in REFUSALS)) throw new Error(`${name} refused with the unknown code ${code}`);
  const [expected] = REFUSALS[code as RefusalCode];
  if (status !== expected) throw new Error(`${name} refused ${code} with ${status} instead of ${expected}`);
}

function parse(name: string, schema: z.ZodType, body: unknown): unknown {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new Error(`${name} answered what does not fit: ${z.prettifyError(parsed.error)}\n${JSON.stringify(body)}`);
}
