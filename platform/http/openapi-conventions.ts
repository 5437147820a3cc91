import { isRead } from '@perktree/contracts/catalogue/reads';
import { type Call, HEADERS } from '@perktree/contracts/kernel/call';
import { isLong } from '@perktree/contracts/kernel/file-calls';
import { REFUSALS, type RefusalCode } from '@perktree/contracts/kernel/refusals';
import type { Header, Parameter } from './openapi-types.ts';

/** Calls of the account store are neither commands nor reads of read models, so they have no positions. */
export const takesMinPosition = ({ method, path }: Call) => isRead(method, path) && !path.startsWith('/api/auth/');
/** Tags of calls that are about no events. */
const WITHOUT_POSITION: readonly string[] = ['Accounts', 'Files'];
export const takesIdempotencyKey = ({ method, path }: Call) =>
  (method === 'POST' || method === 'PUT') && !isRead(method, path);
export const answersPosition = ({ method, path, tag }: Call) =>
  !isRead(method, path) && !WITHOUT_POSITION.includes(tag);

export const PARAMETERS = {
  MinPosition: {
    name: HEADERS.minPosition,
    in: 'header',
    required: false,
    description:
      'The X-Position of a command: the answer is no older than that. Waits for it; 503 READ_MODEL_BEHIND past two seconds.',
    schema: { type: 'string', pattern: '^\\d{1,18}$' },
  },
  IdempotencyKey: {
    name: HEADERS.idempotencyKey,
    in: 'header',
    required: false,
    description: 'The same key with the same request gets the first answer again, and nothing happens twice.',
    schema: { type: 'string', minLength: 1, maxLength: 200 },
  },
} as const satisfies Record<string, Parameter>;

export const ANSWER_HEADERS = {
  Position: {
    description: 'Where the command is stored. Absent where nothing had to be stored. Send it as X-Min-Position.',
    schema: { type: 'string' },
  },
  TotalCount: {
    description: 'How many rows match in all. Only on the first page.',
    schema: { type: 'integer', minimum: 0 },
  },
  NextCursor: {
    description: 'The `cursor` of the next page. Absent on the last one.',
    schema: { type: 'string' },
  },
  RequestId: { description: 'Names this request in the logs.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds after which it is worth trying again.', schema: { type: 'integer' } },
} as const satisfies Record<string, Header>;

/** Refusals that follow from a call's declaration, in addition to those of its own rules. */
export function generalRefusals(call: Call): readonly RefusalCode[] {
  // A call without query or body refuses both.
  const codes: RefusalCode[] = ['INTERNAL', 'UNAVAILABLE', 'TOO_MUCH_AT_ONCE', 'VALIDATION_FAILED'];
  if (call.method !== 'GET') codes.push('FOREIGN_ORIGIN', 'MALFORMED_BODY', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  // A superadmin who views the product as another user.
  if (!isRead(call.method, call.path) || isLong(call)) codes.push('VIEWING_ONLY');
  if (isLong(call)) codes.push('TOO_MANY_REQUESTS', 'FOREIGN_ORIGIN');
  if (typeof call.access === 'object' && 'key' in call.access)
    codes.push('API_KEY_INVALID', 'ACCOUNT_LOCKED', 'API_KEY_SCOPE_MISSING');
  else if (call.access !== 'anyone') codes.push('NOT_SIGNED_IN');
  if (Array.isArray(call.access)) codes.push('NOT_ALLOWED');
  if (call.params) codes.push('NOT_FOUND');
  if (takesMinPosition(call)) codes.push('READ_MODEL_BEHIND');
  if (takesIdempotencyKey(call)) codes.push('IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_IN_USE');
  // Commands look up streams in the read models.
  if (answersPosition(call)) codes.push('TOO_MUCH_CONTENTION', 'READ_MODEL_BEHIND');
  return codes;
}

/** Codes by the status that they answer with, lowest status first. */
export function byStatus(codes: readonly RefusalCode[]): readonly (readonly [number, readonly RefusalCode[]])[] {
  const groups = new Map<number, RefusalCode[]>();
  for (const code of new Set(codes)) {
    const [status] = REFUSALS[code];
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return [...groups].sort(([a], [b]) => a - b);
}

export function accessText({ access }: Call): string {
  if (access === 'anyone') return 'Anyone, signed in or not.';
  if (access === 'signed_in') return 'Anyone who is signed in.';
  if ('key' in access) return `An API key with the scope ${access.key}.`;
  return `Any of these roles: ${access.join(', ')}.`;
}
