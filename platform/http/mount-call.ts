import type { Readable } from 'node:stream';
import type { Call } from '@perktree/contracts/http/call';
import { HEADERS } from '@perktree/contracts/http/common';
import { Refused } from '@perktree/contracts/refusals';
import { checkFields, invalidFields, validationIssue } from '@perktree/contracts/validation-issues';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { answerLater } from './answer-later.ts';
import { checkAnswer } from './check-answer.ts';
import type { Authenticate, Session } from './session.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call of the catalogue that the route serves. */
    call?: Call;
  }
}

type Parsed<S extends z.ZodType> = S extends z.ZodUndefined ? undefined : z.output<S>;

export interface CallInput<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  readonly params: Parsed<P>;
  readonly query: Parsed<Q>;
  readonly body: Parsed<B>;
  /** Null only on calls that anyone may make. */
  readonly session: Session | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface CallResult<A extends z.ZodType> {
  readonly answer: z.input<A>;
  /** Where the command's last event is stored. Absent for reads, and for commands that had nothing to append. */
  readonly position?: bigint | undefined;
  /** Only where api.md gives a call several statuses. */
  readonly status?: number;
}

/** For what may take longer than anybody on the way to the client waits. */
export interface LaterResult<A extends z.ZodType> {
  readonly later: Promise<z.input<A>>;
}

/** An answer that is streamed, in another type than JSON. A failure on the way ends the connection: the status is sent. */
export interface StreamResult {
  readonly stream: Readable;
  readonly contentType: string;
}

/** Serves a call of the catalogue: who may make it, its strict input, its status and headers, and only what it declares. */
export function mountCall<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  app: FastifyInstance,
  authenticate: Authenticate,
  definition: Call<P, Q, B, A>,
  handle: (input: CallInput<P, Q, B>) => Promise<CallResult<A> | LaterResult<A> | StreamResult>,
): void {
  app.route({
    method: definition.method,
    url: definition.path,
    config: { call: definition as unknown as Call },
    handler: async (request, reply) => {
      const session = await authenticate(request);
      checkAccess(definition, session);
      const result = await handle({
        params: parseParams(definition.params, request.params) as Parsed<P>,
        query: parseInput(definition.query, request.query, 'query') as Parsed<Q>,
        body: parseInput(definition.body, request.body, 'body') as Parsed<B>,
        session,
        request,
        reply,
      });
      const checked = (answer: unknown) => checkAnswer(definition.answer, answer, request.log);
      if ('later' in result) {
        reply.header(HEADERS.requestId, request.id).header('Cache-Control', 'no-store');
        return reply.send(await answerLater(reply, result.later.then(checked)));
      }
      if ('stream' in result) {
        reply.header(HEADERS.requestId, request.id).header('Cache-Control', 'no-store');
        return reply.status(definition.status).type(result.contentType).send(result.stream);
      }
      const answer = checked(result.answer);
      if (result.position !== undefined) reply.header(HEADERS.position, result.position.toString());
      reply.header(HEADERS.requestId, request.id).header('Cache-Control', 'no-store');
      return reply.status(result.status ?? definition.status).send(answer);
    },
  });
}

function checkAccess(definition: Call, session: Session | null): void {
  if (definition.access === 'anyone') return;
  if (session === null) throw new Refused('NOT_SIGNED_IN');
  if (definition.access === 'signed_in') return;
  if (!definition.access.some((role) => session.allRoles.includes(role))) throw new Refused('NOT_ALLOWED');
}

/** A path parameter that cannot be one names something that is not there. */
function parseParams(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Refused('NOT_FOUND');
  return parsed.data;
}

function parseInput(schema: z.ZodType | undefined, value: unknown, part: 'query' | 'body'): unknown {
  if (schema === undefined) {
    // A body or query where the call takes none is a mistake of the client's, and unknown fields are refused.
    const unknown = value !== null && typeof value === 'object' ? Object.keys(value) : [];
    if (unknown.length > 0) throw invalidFields(unknown.map((path) => validationIssue(path, 'UNKNOWN_FIELD')));
    return undefined;
  }
  const checked = checkFields(schema, value ?? (part === 'query' ? {} : value), part);
  if ('issues' in checked) throw invalidFields(checked.issues);
  return checked.data;
}
