import { randomUUID } from 'node:crypto';
import type { Actor, Role } from '@perktree/contracts/kernel/envelope';
import { idempotencyKeyOf, requestHash } from '@perktree/platform/http/idempotency/request';
import type { KeyCaller } from '@perktree/platform/http/key-caller';
import { arrivedAt } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import { systemTimers } from '@perktree/platform/time/timers';
import type { FastifyRequest } from 'fastify';
import { type CommandContext, deriveUuid } from '../engine/command.ts';

/**
 * The context of a request's command. With an `Idempotency-Key` of an account or API key, the command id derives from
 * caller, idempotency key and request, so that a retry in any process is the same command. Otherwise the id is random, and the
 * same for the whole request: a command that runs again finds what it has stored.
 */
export function commandContext(input: {
  readonly request: FastifyRequest;
  readonly session: Session | null;
  readonly commandName: string;
  readonly clock: () => Date;
  /** Default: the active role of the session. */
  readonly role?: Role;
  /** The actor of a program's request. */
  readonly key?: KeyCaller;
  /** The actor of a request without a session. */
  readonly visitorId?: string;
}): CommandContext {
  const { request, session, commandName } = input;
  return {
    commandId: commandIdOf(request, session?.userId ?? input.key?.keyId ?? null),
    commandName,
    actor: actorOf(input),
    correlationId: request.id,
    causationId: request.id,
    now: input.clock().toISOString(),
    readAt: systemTimers.now(),
    arrivedAt: arrivedAt(request),
  };
}

function actorOf({ session, role, key, visitorId }: Parameters<typeof commandContext>[0]): Actor {
  if (session) return { id: session.userId, role: role ?? session.role };
  if (key) return { id: key.keyId, role: 'api_key' };
  return { id: visitorId ?? 'anonymous', role: 'visitor' };
}

const randomIds = new WeakMap<FastifyRequest, string>();

function commandIdOf(request: FastifyRequest, callerId: string | null): string {
  const key = idempotencyKeyOf(request);
  if (key === null || callerId === null) {
    const id = randomIds.get(request) ?? randomUUID();
    randomIds.set(request, id);
    return id;
  }
  return deriveUuid('command', callerId, key, requestHash(request));
}

/** The context of a command of a job or an operator. The same name and cause is the same command. */
export function systemCommandContext(input: {
  readonly commandName: string;
  /** Identifies the command, such as "reissue {qrId} period 3". */
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
    readAt: systemTimers.now(),
  };
}
