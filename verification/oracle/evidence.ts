import { deriveUuid } from '@perktree/command-service/engine/command';
import type { StoredEvent } from '@perktree/event-store/port';
import { requestHash } from '@perktree/platform/http/idempotency/request';
import type { FastifyRequest } from 'fastify';

/** The signed-in caller of a call. */
export interface Caller {
  readonly userId: string;
  /** The caller's own business. */
  readonly tenantId: string | null;
}

/**
 * One attempt of a call, as its client saw it. `acknowledged`: answered with success. `refused`: answered with a refusal.
 * `unknown`: no answer, or a temporary failure, so the command may or may not be stored.
 */
export interface CallAttempt {
  /** Null: not signed in. */
  readonly by: Caller | null;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** Idempotency-Key, which other attempts of the same call share; null: none was sent. */
  readonly key: string | null;
  /** The id that the product derives for the command; null: the client cannot compute it. */
  readonly commandId: string | null;
  readonly outcome: 'acknowledged' | 'refused' | 'unknown';
  readonly status: number;
  /** The parsed body; null: none. */
  readonly answer: unknown;
  /** `X-Position` of the answer. */
  readonly position: bigint | null;
}

interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly body: any;
  readonly position: string | null | undefined;
}

/** @param answer null: none came */
export function attemptOf(
  by: Caller,
  request: { readonly method: string; readonly url: string; readonly key: string | null; readonly body?: object },
  answer: Answered | null,
): CallAttempt {
  const { method, url, key, body } = request;
  const isUnknown = answer === null || answer.status >= 500 || answer.body?.code === 'IDEMPOTENCY_KEY_IN_USE';
  const isRefused = !isUnknown && (answer.status >= 400 || answer.body?.success === false);
  const position = isUnknown || method === 'GET' ? null : (answer.position ?? null);
  const hash = () => requestHash({ method, url, body } as unknown as FastifyRequest);
  return {
    ...{ by: { userId: by.userId, tenantId: by.tenantId }, method, url, key },
    commandId: key === null ? null : deriveUuid('command', by.userId, key, hash()),
    outcome: isUnknown ? 'unknown' : isRefused ? 'refused' : 'acknowledged',
    ...{ status: answer?.status ?? 0, answer: answer?.body ?? null },
    position: position === null ? null : BigInt(position),
  };
}

/** The oracle's input, collected after all work has ended. */
export interface Evidence {
  /** All stored events in global order. */
  readonly events: readonly StoredEvent[];
  readonly attempts: readonly CallAttempt[];
  /** Differences between the read models and a full replay, one line each. */
  readonly readModelDifferences: readonly string[];
  /** The clocks of all processes differed by less than the time limit of a command. */
  readonly clocksAgree: boolean;
}

/** Checks one invariant. @returns the violations, one line each */
export type Check = (evidence: Evidence) => readonly string[];
