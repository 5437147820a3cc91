import { type EventStore, OutcomeUnknown } from '@perktree/event-store/port';
import { systemTimers } from '@perktree/platform/time/timers';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { COMMAND_SERVICE_SCHEMA } from '../../migrations.ts';
import { person } from '../../testing/calls.ts';
import { createRoot, openSite, ownerOf, tokensOf, upgrade } from '../../testing/tenants.ts';
import { startWholeService } from '../../testing/whole-service.ts';
import { IdempotencyKeyStore } from './install.ts';

const TABLE = `${COMMAND_SERVICE_SCHEMA}.idempotency_keys`;
const PERCENT_OFFER = { type: 'DISCOUNT_PERCENT', discountPercent: 20 };
const owner = ownerOf('owner');
const dora = person('dora', 'distributor', 'customer');
/** Runs when a QR has been stored; what it throws is what the service gets instead of the answer. */
let afterAppend: () => Promise<void> | void = () => {};

/** Two processes, to which calls go in turn. */
const service = await startWholeService({
  processes: 2,
  wrap: (store) => ({
    ...store,
    append: async (...args: Parameters<EventStore['append']>) => {
      const appended = await store.append(...args);
      if (args[0].startsWith('commissionTree-')) await afterAppend();
      return appended;
    },
  }),
});
await upgrade(service, owner, 'ultra');
const site = await openSite(service, owner);
afterAll(() => service.stop());
// Also where a test has failed: the next one would wait.
afterEach(() => {
  afterAppend = () => {};
  vi.restoreAllMocks();
});

const create = (key: string, name = 'Summer') =>
  service.call(owner, 'POST', `${site}/qrs`, { name, ...PERCENT_OFFER }, key);
const head = () => service.store.head();

describe('the same request with the same Idempotency-Key', () => {
  it('gets it although the order of the body’s fields differs', async () => {
    const first = await create('order');
    const body = { discountPercent: 20, type: 'DISCOUNT_PERCENT', name: 'Summer' };
    expect((await service.call(owner, 'POST', `${site}/qrs`, body, 'order')).body.id).toBe(first.body.id);
  });

  it('gets the first refusal, although the command would do now', async () => {
    const { body: root } = await createRoot(service, owner, site);
    const release = () => service.call(owner, 'POST', `${site}/qrs/${root.id}/release-claim`, undefined, 'refused');
    const { distributor: token } = await tokensOf(service, root.id);
    expect((await release()).status).toBe(409);
    await service.call(dora, 'POST', '/api/claim-qr', { token });
    expect(await release()).toMatchObject({ status: 409, body: { code: 'NOT_CLAIMED' } });
  });

  it('30 times at once is one command', async () => {
    const stored = await head();
    const answers = await Promise.all(Array.from({ length: 30 }, () => create('at once', 'Once')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    // The QR, and what it takes of the plan.
    expect(await head()).toBe(stored + 2n);
  });
});

describe('an Idempotency-Key', () => {
  it('belongs to one account', async () => {
    const post = (as: typeof owner) => service.call(as, 'POST', '/api/sites', { name: 'A', currency: 'EUR' }, 'mine');
    const another = { ...owner, userId: 'another owner' };
    expect((await post(owner)).body.id).not.toBe((await post(another)).body.id);
  });

  it('that is being worked on is in use, and can be taken over once its attempt has died', async () => {
    const owned = { owner: 'owner', key: 'crashed' };
    const keys = new IdempotencyKeyStore(service.pool);
    const late = '00000000-0000-4000-8000-000000000001';
    await keys.take(owned, 'hash', late);
    expect(await keys.take(owned, 'hash', '00000000-0000-4000-8000-000000000002')).toEqual({ kind: 'in_use' });
    await service.pool.query(`UPDATE ${TABLE} SET taken_at = now() - interval '31 s' WHERE key = 'crashed'`);
    expect(await keys.take(owned, 'other', '00000000-0000-4000-8000-000000000003')).toEqual({ kind: 'other_request' });
    const takers = ['4', '5', '6'].map(async (n) => {
      const attempt = `00000000-0000-4000-8000-00000000000${n}`;
      return (await keys.take(owned, 'hash', attempt)).kind === 'taken' ? [attempt] : [];
    });
    const [next = '', ...others] = (await Promise.all(takers)).flat();
    expect(others).toEqual([]);
    // The one that has taken it over answers it, also where it lost the acknowledgement and stores its answer again.
    const answer = { status: 201, body: '{}', headers: {} };
    expect(await keys.finish(owned, next, answer)).toBe(true);
    expect(await keys.finish(owned, late, { ...answer, status: 409 })).toBe(false);
    expect(await keys.finish(owned, next, answer)).toBe(true);
    expect(await keys.take(owned, 'hash', late)).toEqual({ kind: 'answered', answer });
  });

  it('whose answer could not be kept has none yet: the next try finds what was stored', async () => {
    let first: bigint | undefined;
    afterAppend = async () => {
      first = await head();
      await service.pool.query(`ALTER TABLE ${TABLE} RENAME TO away`);
    };
    const unkept = await create('unkept');
    afterAppend = () => {};
    await service.pool.query(`ALTER TABLE ${COMMAND_SERVICE_SCHEMA}.away RENAME TO idempotency_keys`);
    await service.pool.query(`UPDATE ${TABLE} SET taken_at = now() - interval '31 s' WHERE key = 'unkept'`);
    expect(unkept).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(unkept.position).toBeUndefined();
    const retried = await create('unkept');
    expect(retried).toMatchObject({ status: 201, position: String(first) });
    expect(await create('unkept')).toEqual(retried);
    expect(await head()).toBe(first);
  });

  it('of an attempt that is still on its way: 409 after a short wait', async () => {
    let release = () => {};
    let first: ReturnType<typeof create> | undefined;
    // Stored before the clock is moved, as a deadline of the first attempt would move with it.
    await new Promise<void>((stored) => {
      afterAppend = () => {
        stored();
        return new Promise<void>((resolve) => {
          release = resolve;
        });
      };
      first = create('slow');
    });
    // Each look at the clock is ten seconds after the one before.
    const { now } = systemTimers;
    let looks = 0;
    const clock = vi.spyOn(systemTimers, 'now').mockImplementation(() => now() + 10_000 * looks++);
    expect(await create('slow')).toMatchObject({
      ...{ status: 409, body: { code: 'IDEMPOTENCY_KEY_IN_USE' }, retryAfter: '1' },
    });
    clock.mockRestore();
    afterAppend = () => {};
    release();
    expect((await first)?.status).toBe(201);
  });

  it('of an attempt that takes long stays its own: the lease is renewed', async () => {
    let release = () => {};
    const blocked = new Promise<void>((resolve) => {
      release = resolve;
    });
    afterAppend = () => blocked;
    const first = create('long');
    const takenAt = async () =>
      (await service.pool.query(`SELECT taken_at FROM ${TABLE} WHERE key = 'long'`)).rows[0]?.taken_at as Date;
    await expect.poll(takenAt).toBeDefined();
    const begun = await takenAt();
    await expect.poll(takenAt).not.toEqual(begun);
    release();
    afterAppend = () => {};
    expect((await first).status).toBe(201);
  });

  it('is forgotten when it is old', async () => {
    await create('old');
    await service.pool.query(`UPDATE ${TABLE} SET taken_at = now() - interval '49 hours' WHERE key = 'old'`);
    expect(await new IdempotencyKeyStore(service.pool).purge()).toBe(1);
  });
});

describe('a command that was stored but never answered', () => {
  it('is found again by a retry with its key: the same ids, nothing appended', async () => {
    let first: bigint | undefined;
    afterAppend = async () => {
      first = await head();
      throw new OutcomeUnknown('the connection was lost');
    };
    expect(await create('lost')).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    afterAppend = () => {};
    const retried = await create('lost');
    expect(retried).toMatchObject({ status: 201, position: String(first) });
    expect(await head()).toBe(first);
    expect(await tokensOf(service, retried.body.id)).toBeDefined();
  });

  it('within five seconds of the death of its process', async () => {
    const crashed = await create('killed');
    await service.pool.query(
      `UPDATE ${TABLE} SET status = NULL, body = NULL, taken_at = now() - interval '5 s' WHERE key = 'killed'`,
    );
    expect(await create('killed')).toEqual(crashed);
  });
});
