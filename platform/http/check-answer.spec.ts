import { allCalls } from '@perktree/contracts/catalogue/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import { declaredShape } from '@perktree/contracts/kernel/shape-check';
import fastify, { type FastifyBaseLogger } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { installErrorHandling } from './errors.ts';
import { mountCall } from './mount-call.ts';
import type { Session } from './session.ts';

const allRoles = ['site_owner', 'distributor', 'customer', 'staff', 'superadmin'] as const;
const session: Session = { sessionId: 's', userId: 'u', role: 'superadmin', allRoles, tenantId: 't' };
const withAnswer = Object.entries(allCalls).filter(([, { answer }]) => answer.def.type !== 'undefined');

describe.each(withAnswer)('the answer of %s', (_, call) => {
  const schema: z.ZodType = call.answer;

  it('has only the declared fields, at every depth', async () => {
    const given = exampleOf(schema, { secretColumn: 'secret' });
    const { status, body, logged } = await answerOf(call as unknown as Call, given);
    expect([status, JSON.parse(body)]).toEqual([call.status, exampleOf(schema)]);
    expect(logged).toEqual([{ fields: ['secretColumn'] }]);
  });

  it('is known by its shape alone where it fits', () => {
    const fits = declaredShape(schema);
    expect(fits(exampleOf(schema))).toBe(true);
    expect(fits(exampleOf(schema, { secretColumn: 'secret' }))).toBe(false);
  });
});

describe('an answer', () => {
  const call = allCalls.siteConfiguration as unknown as Call;

  it.each([
    ['lacks its fields', {}],
    ['is of another type', 'another type'],
  ])('is a logged 500 where it %s', async (_, given) => {
    const { status, body, logged } = await answerOf(call, given);
    expect([status, JSON.parse(body).code]).toEqual([500, 'INTERNAL']);
    expect(logged).toMatchObject([{ err: { message: expect.stringContaining('does not fit its schema') } }]);
  });

  it('holds whole numbers where they are declared', async () => {
    const answer = z.strictObject({ count: z.number().int() });
    expect((await answerOf({ ...call, answer }, { count: 1.5 })).status).toBe(500);
  });

  it('may hold what can no longer be entered', async () => {
    const schema = z.strictObject({ url: z.url(), count: z.number().max(3) });
    const given = { url: 'no url', count: 4 };
    const { body, logged } = await answerOf({ ...call, answer: schema }, given);
    expect(JSON.parse(body)).toEqual(given);
    expect(logged).toEqual([]);
  });
});

/** Answers a call with this value. */
async function answerOf(call: Call, value: unknown) {
  const logged: unknown[] = [];
  const app = fastify();
  installErrorHandling(app);
  app.addHook('onRequest', async (request) => {
    const error: FastifyBaseLogger['error'] = (about: unknown) => void logged.push(about);
    vi.spyOn(request.log, 'error').mockImplementation(error);
  });
  const noInput = { params: undefined, query: undefined, body: undefined };
  mountCall(
    app,
    async () => session,
    { ...call, ...noInput, path: '/answer', access: 'anyone' } as unknown as Call<
      z.ZodType,
      z.ZodType,
      z.ZodType,
      z.ZodType,
      'anyone'
    >,
    async () => ({ answer: value }),
  );
  const response = await app.inject({ method: call.method, url: '/answer' });
  await app.close();
  return { status: response.statusCode, body: response.body, logged };
}

/**
 * A value of the types that a schema declares.
 * @param extra additional fields of every object
 */
function exampleOf(schema: z.core.$ZodType, extra: object = {}, depth = 0): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const of = (inner: z.core.$ZodType) => exampleOf(inner, extra, depth + 1);
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape).map(([key, field]) => [key, of(field)]);
      const takesAny = def.catchall?._zod.def.type === 'unknown';
      return { ...Object.fromEntries(fields), ...(!takesAny && extra) };
    }
    case 'array':
      return depth > 6 ? [] : [of(def.element), of(def.element)];
    case 'record':
      return { key: of(def.valueType) };
    case 'nullable':
    case 'optional':
    case 'default':
      return of(def.innerType);
    case 'union':
      return of(def.options[0] as z.core.$ZodType);
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'string':
      return 'text';
    case 'number':
      return 1;
    case 'boolean':
      return true;
    default:
      throw new Error(`no example of ${def.type}`);
  }
}
