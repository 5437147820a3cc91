import { randomUUID } from 'node:crypto';
import type { Actor, Role } from '@perktree/contracts/envelope';
import { idempotencyKeyOf, requestHash } from '@perktree/platform/http/idempotency/request';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyRequest } from 'fastify';
import { deriveUuid } from './derive-uuid.ts';

/** What every command carries besides its own fields: who asked, when, and what caused it (domain.md 12). */
export interface CommandContext {
  /** Events and ids derive from it: the same id again is the same command, and appends nothing new. */
  readonly commandId: string;
  readonly commandName: string;
  readonly actor: Actor;
  readonly correlationId: string;
  readonly causationId: string;
  /** The one instant at which the command happens, ISO 8601 UTC. */
  readonly now: string;
  /** When `now` was read, as `Date.now()` has it: whoever gives the time need not give that of the machine. */
  readonly readAt: number;
}

/** The actor of somebody who is not signed in. */
export function visitorActor(visitorId: string): Actor {
  return { id: visitorId, role: 'visitor' };
}

/**
 * The context of a command that a request asks for. With an `Idempotency-Key` of somebody signed in, the command id
 * derives from the account, the key and the request, so that a retry in any process is the same command; else it is new.
 * @param role the role that the command is done in, where it differs from the active one
 */
export function commandContext(input: {
  readonly request: FastifyRequest;
  readonly session: Session | null;
  readonly commandName: string;
  readonly clock: () => Date;
  readonly role?: Role;
  /** Who acts when nobody is signed in; defaults to a nameless visitor. */
  readonly visitorId?: string;
}): CommandContext {
  const { request, session, commandName } = input;
  return {
    commandId: commandIdOf(request, session),
    commandName,
    actor: session
      ? { id: session.userId, role: input.role ?? session.role }
      : visitorActor(input.visitorId ?? 'anonymous'),
    correlationId: request.id,
    causationId: request.id,
    now: input.clock().toISOString(),
    readAt: Date.now(),
  };
}

function commandIdOf(request: FastifyRequest, session: Session | null): string {
  const key = idempotencyKeyOf(request);
  if (key === null || session === null) return randomUUID();
  return deriveUuid('command', session.userId, key, requestHash(request));
}

/** The context of a command that a job or an operator asks for; the same name and cause is the same command. */
export function systemCommandContext(input: {
  readonly commandName: string;
  /** What makes this command one and the same, such as "reissue {qrId} period 3". */
  readonly cause: string;
  readonly clock: () => Date;
}): CommandContext {
  const commandId = deriveUuid('system-command', input.commandName, input.cause);
  return {
    commandId,
    commandName: input.commandName,
    actor: { id: 'system', role: 'system' },
    correlationId: commandId,
    causationId: input.cause,
    now: input.clock().toISOString(),
    readAt: Date.now(),
  };
}
