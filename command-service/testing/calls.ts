import type { Role } from '@perktree/contracts/kernel/envelope';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyInstance, FastifyRequest, LightMyRequestResponse } from 'fastify';

const SESSION_HEADER = 'x-test-session';

export function person(userId: string, ...allRoles: readonly Role[]): Session {
  return { sessionId: userId, userId, role: allRoles[0] ?? 'customer', allRoles, tenantId: null };
}

/** The session that `callOn` has sent. */
export const sessionOfTest = async ({ headers }: Pick<FastifyRequest, 'headers'>) =>
  JSON.parse(String(headers[SESSION_HEADER] ?? 'null')) as Session | null;

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  readonly body: any;
  readonly position: string | undefined;
  readonly retryAfter: string | undefined;
}

/** Most requests of a call, each of which waits 2 s for the read models: a busy machine may project later than that. */
const MAX_REQUESTS = 20;

/**
 * Repeats a request that was refused because the read models are behind, as clients do.
 * @param as null: not signed in
 * @param key idempotency key
 */
export async function callOn(
  app: FastifyInstance,
  as: Session | null,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: object,
  key?: string,
): Promise<Answer> {
  const headers = {
    ...(as && { [SESSION_HEADER]: JSON.stringify(as) }),
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  const request = () => app.inject({ method, url, headers, ...(body && { payload: body }) });
  let response: LightMyRequestResponse = await request();
  for (let n = 1; n < MAX_REQUESTS && response.json().code === 'READ_MODEL_BEHIND'; n += 1) response = await request();
  const { 'x-position': position, 'retry-after': retryAfter } = response.headers;
  return {
    status: response.statusCode,
    body: response.json(),
    position: position as string | undefined,
    retryAfter: retryAfter as string | undefined,
  };
}
