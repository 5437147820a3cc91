import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { type Access, type Call, HEADERS, type KeyAccess } from '@perktree/contracts/kernel/call';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { checkFields, invalidFields, validationIssue } from '@perktree/contracts/kernel/validation-issues';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { systemTimers } from '../time/timers.ts';
import type { CallLimit } from './call-limit.ts';
import { answerCheck } from './check-answer.ts';
import type { AuthenticateKey, KeyCaller } from './key-caller.ts';
import type { Authenticate, Session } from './session.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call of the catalogue that the route serves. */
    call?: Call;
  }
  interface FastifyInstance {
    /** Left out: the app does not count calls, as in specs of one service. */
    spendBudget?: SpendBudget;
    /** Left out: the process does not limit its callers, such as one that makes files. */
    callLimit?: CallLimit;
    /** Left out: reads are not recorded (looks.ts), as in specs of one service. */
    noteRead?: NoteRead;
  }
}

/** Counts a call against what its callers may spend. @throws Refused TOO_MANY_REQUESTS */
export type SpendBudget = (
  call: Pick<Call, 'method' | 'path'>,
  spender: {
    /** The account or API key; null: signed out. */
    readonly senderId: string | null;
    readonly userId: string | null;
    readonly tenantId: string | null;
    readonly ip: string;
    /** As the schema of the call has it. */
    readonly body: unknown;
  },
) => Promise<void>;

/** Called when a call has succeeded, before its answer is sent. */
type NoteRead = (
  call: Pick<Call, 'method' | 'path' | 'access' | 'tag'>,
  made: { readonly params: unknown; readonly session: Session | null; readonly request: FastifyRequest },
) => Promise<void>;

/** The account that made a call, or the business whose API key did. */
export type Owner = { readonly userId: string } | { readonly tenantId: string };

const carriedOut = new WeakMap<FastifyRequest, Owner>();

/** For whom a sensitive call was carried out by this very request; null for a refused one, and for a repeated answer. */
export const carriedOutFor = (request: FastifyRequest): Owner | null => carriedOut.get(request) ?? null;

const arrivals = new WeakMap<FastifyRequest, number>();

/** When the request arrived, by `systemTimers.now`: nothing that was read for it is older. */
export const arrivedAt = (request: FastifyRequest): number => arrivals.get(request) ?? systemTimers.now();

type Parsed<S extends z.ZodType> = S extends z.ZodUndefined ? undefined : z.output<S>;

/** Null only on calls that anonymous callers may make. */
type SessionFor<X extends Access> = 'anyone' extends X ? Session | null : Session;

interface RequestInput<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  readonly params: Parsed<P>;
  readonly query: Parsed<Q>;
  readonly body: Parsed<B>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface CallInput<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, X extends Access = Access>
  extends RequestInput<P, Q, B> {
  readonly session: SessionFor<X>;
}

interface KeyCallInput<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> extends RequestInput<P, Q, B> {
  readonly key: KeyCaller;
}

export interface CallResult<A extends z.ZodType> {
  readonly answer: z.input<A>;
  /** Position of the command's last event. Absent for reads, and for commands without events. */
  readonly position?: bigint | undefined;
  /** For calls with several success statuses. */
  readonly status?: number;
  /** The refusal by a rule that the answer states. */
  readonly refusal?: Refused;
}

/** A long call whose answer becomes a file (platform/files): 202. */
interface FileResult {
  /** Its id. */
  readonly file: string;
}

/** An answer that is streamed, in another type than JSON. A failure on the way ends the connection: the status is sent. */
export interface StreamResult {
  readonly stream: Readable;
  readonly contentType: string;
}

/** Serves a call of the catalogue: checks access and input, sets status and headers, and answers declared fields only. */
export function mountCall<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  A extends z.ZodType,
  X extends Exclude<Access, KeyAccess>,
>(
  app: FastifyInstance,
  authenticate: Authenticate,
  definition: Call<P, Q, B, A, X>,
  handle: (input: CallInput<P, Q, B, X>) => Promise<CallResult<A> | FileResult | StreamResult>,
): void {
  serve(app, definition, (request, input) =>
    limited(request, async () => {
      const session = await authenticate(request);
      checkAccess(definition.access, session);
      const given = input();
      const userId = session?.userId ?? null;
      // After the input is good and before the handler. Answers that an `Idempotency-Key` repeats were sent before.
      const spender = { senderId: userId, userId, tenantId: session?.tenantId ?? null };
      await app.spendBudget?.(definition, { ...spender, ip: request.ip, body: given.body });
      // `checkAccess` has refused null where the type excludes it.
      const narrowed = session && forCall(definition.access, session);
      const result = await handle(Object.assign(given, { session: narrowed as SessionFor<X> }));
      await app.noteRead?.(definition, { params: given.params ?? siteOf(given.body), session, request });
      if (definition.sensitive && session !== null) carriedOut.set(request, { userId: session.userId });
      return result;
    }),
  );
}

/**
 * Serves a call of programs, by an API key of its scope.
 * @throws Refused API_KEY_INVALID, API_KEY_SCOPE_MISSING
 */
export function mountKeyCall<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  app: FastifyInstance,
  authenticate: AuthenticateKey,
  definition: Call<P, Q, B, A, KeyAccess>,
  handle: (input: KeyCallInput<P, Q, B>) => Promise<CallResult<A>>,
): void {
  const { key: scope } = definition.access;
  serve(app, definition, async (request, input) => {
    const key = await authenticate(request);
    if (key === null) throw new Refused('API_KEY_INVALID');
    if (!key.scopes.includes(scope)) throw new Refused('API_KEY_SCOPE_MISSING', { scope });
    const work = async () => {
      const given = input();
      const spender = { senderId: key.keyId, userId: null, tenantId: key.tenantId };
      await app.spendBudget?.(definition, { ...spender, ip: request.ip, body: given.body });
      const result = await handle(Object.assign(given, { key }));
      if (definition.sensitive) carriedOut.set(request, { tenantId: key.tenantId });
      return result;
    };
    return limited(request, work, key.keyId);
  });
}

/** Handles a request within the limit of its process. Requests that the product makes to itself are part of another one. */
function limited<T>(request: FastifyRequest, handle: () => Promise<T>, caller?: string): Promise<T> {
  const { callLimit } = request.server;
  return callLimit && request.raw instanceof IncomingMessage ? callLimit.run(request, handle, caller) : handle();
}

/** A read by POST names its site in the body. */
function siteOf(body: unknown): { readonly siteId?: string } {
  const { siteId } = (body ?? {}) as { readonly siteId?: unknown };
  return typeof siteId === 'string' ? { siteId } : {};
}

/** @param answer checks access before it parses the input, so that a caller without access learns nothing about its input */
function serve<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType, X extends Access>(
  app: FastifyInstance,
  definition: Call<P, Q, B, A, X>,
  answer: (
    request: FastifyRequest,
    input: () => RequestInput<P, Q, B>,
  ) => Promise<CallResult<A> | FileResult | StreamResult>,
): void {
  const check = answerCheck(definition.answer);
  app.route({
    method: definition.method,
    url: definition.path,
    config: { call: definition as unknown as Call },
    handler: async (request, reply) => {
      arrivals.set(request, systemTimers.now());
      const result = await answer(request, () => ({
        params: parseParams(definition.params, request.params) as Parsed<P>,
        query: parseInput(definition.query, request.query, 'query') as Parsed<Q>,
        body: parseInput(definition.body, request.body, 'body') as Parsed<B>,
        request,
        reply,
      }));
      reply.header(HEADERS.requestId, request.id).header('Cache-Control', 'no-store');
      if ('file' in result) {
        return reply
          .status(202)
          .header('Location', `/api/me/files/${result.file}`)
          .send({ file: { id: result.file } });
      }
      if ('stream' in result) {
        return reply.status(definition.status).type(result.contentType).send(streamFor(request, result.stream));
      }
      if (result.refusal !== undefined) request.refusal = result.refusal;
      const checked = check(result.answer, request.log);
      if (result.position !== undefined) reply.header(HEADERS.position, result.position.toString());
      return reply.status(result.status ?? definition.status).send(checked);
    },
  });
}

/** Fastify would read the stream to its end for a HEAD request, after its answer and with no bound on callers. */
function streamFor({ method }: FastifyRequest, stream: Readable): Readable {
  if (method !== 'HEAD') return stream;
  stream.destroy();
  return Readable.from([]);
}

function checkAccess(access: Exclude<Access, KeyAccess>, session: Session | null): void {
  if (access === 'anyone') return;
  if (session === null) throw new Refused('NOT_SIGNED_IN');
  if (!mayCall(access, session)) throw new Refused('NOT_ALLOWED');
}

/** The session without what its account may read as an auditor, where auditors may not make the call. */
function forCall(access: Access, session: Session): Session {
  if (session.audits === undefined || access === 'signed_in' || access === 'anyone') return session;
  if (!('key' in access) && access.includes('auditor')) return session;
  const { audits: _, ...others } = session;
  return others;
}

/** Whether a signed-in caller has a role for a call. */
export function mayCall(access: Access, { allRoles }: Session): boolean {
  if (typeof access === 'string') return true;
  return !('key' in access) && access.some((role) => allRoles.includes(role));
}

/**
 * The input of a call for a caller, without a request.
 * @throws Refused as the call does for the same path, query and session
 */
export function inputFor<P extends z.ZodType, Q extends z.ZodType>(
  { access, params, query }: { readonly access: Exclude<Access, KeyAccess>; readonly params: P; readonly query: Q },
  session: Session,
  given: { readonly params: unknown; readonly query: unknown },
) {
  checkAccess(access, session);
  return {
    session: forCall(access, session),
    params: parseParams(params, given.params) as Parsed<P>,
    query: parseInput(query, given.query, 'query') as Parsed<Q>,
  };
}

/** A malformed path parameter names a resource that does not exist, so it is 404. */
function parseParams(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Refused('NOT_FOUND');
  return parsed.data;
}

function parseInput(schema: z.ZodType | undefined, value: unknown, part: 'query' | 'body'): unknown {
  if (schema === undefined) {
    // The call takes no body or query: report each field as unknown.
    const unknown = value !== null && typeof value === 'object' ? Object.keys(value) : [];
    if (unknown.length > 0) throw invalidFields(unknown.map((path) => validationIssue(path, 'UNKNOWN_FIELD')));
    return undefined;
  }
  const checked = checkFields(schema, value ?? (part === 'query' ? {} : value), part);
  if ('issues' in checked) throw invalidFields(checked.issues);
  return checked.data;
}
