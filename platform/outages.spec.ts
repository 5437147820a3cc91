import { Refused } from '@perktree/contracts/kernel/refusals';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp } from './http/app.ts';
import { QUIET_MS } from './outages.ts';

class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

const ONE_REQUEST = 'a request failed';

function appOverStore() {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const app = createApp({ logger, publicOrigin: null });
  let failure: Error | null = new StoreUnavailable('The event store cannot be reached');
  app.get('/redemptions', async () => {
    if (failure) throw failure;
    return [];
  });
  const call = async (times = 1) => {
    const ids: string[] = [];
    for (let n = 0; n < times; n++) ids.push((await app.inject('/redemptions')).json().requestId);
    return ids;
  };
  return {
    ...{ app, lines, call },
    /** All but the lines of single requests. */
    messages: () => lines.filter(({ msg }) => msg !== ONE_REQUEST).map(({ level, msg }) => [level, msg]),
    failWith: (error: Error | null) => {
      failure = error;
    },
  };
}

describe('the log of an outage', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
  afterEach(() => void vi.useRealTimers());

  it('has one warning, and the number of failed calls at its end', async () => {
    const { app, lines, call, messages } = appOverStore();
    await call(400);
    vi.advanceTimersByTime(QUIET_MS - 1);
    await call(24);
    expect(messages()).toEqual([[40, 'a store did not answer']]);
    expect(lines[0]).toMatchObject({ err: { type: 'StoreUnavailable' } });
    vi.advanceTimersByTime(QUIET_MS);
    expect(messages().slice(1)).toEqual([[30, 'over: a store did not answer']]);
    expect(lines.at(-1)).toMatchObject({ failures: 424, seconds: QUIET_MS / 1_000 });
    await call();
    expect(messages().slice(2)).toEqual([[40, 'a store did not answer']]);
    await app.close();
    expect(lines.at(-1)).toMatchObject({ msg: 'over: a store did not answer', failures: 1, seconds: 0 });
  });

  it('has one line for each failed request, with its id', async () => {
    const { app, lines, call, failWith } = appOverStore();
    const ids = await call(3);
    for (const failure of [new Refused('TOO_MUCH_CONTENTION'), new Error('a mistake in the code')]) {
      failWith(failure);
      ids.push(...(await call(2)));
    }
    const logged = lines.filter(({ correlationId }) => correlationId !== undefined);
    expect(logged.map(({ correlationId }) => correlationId)).toEqual(ids);
    expect(logged[0]).toMatchObject({
      level: 40,
      status: 503,
      code: 'UNAVAILABLE',
      method: 'GET',
      route: '/redemptions',
    });
    await app.close();
  });

  // ENOENT: the socket of a server that has ended. 58030: its disk fails.
  it.each(['ECONNREFUSED', 'ENOENT', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', '25006', '58030'])(
    'begins with %s, and callers get 503 with Retry-After',
    async (code) => {
      const { app, messages, failWith } = appOverStore();
      failWith(Object.assign(new Error(`connect ${code} 10.0.0.5:5432`), { code, syscall: 'connect' }));
      const { statusCode, headers } = await app.inject('/redemptions');
      expect([statusCode, headers['retry-after']]).toEqual([503, '1']);
      expect(messages()).toEqual([[40, 'a store did not answer']]);
      await app.close();
    },
  );

  it('distinguishes a full disk, an unavailable store, and unexpected errors', async () => {
    const { app, call, messages, failWith } = appOverStore();
    await call(2);
    failWith(Object.assign(new Error('could not extend file'), { code: '53100' }));
    await call(2);
    failWith(Object.assign(new Error('ENOENT: no such file or directory'), { code: 'ENOENT', syscall: 'open' }));
    await call(2);
    expect(messages()).toEqual([
      ...[
        [40, 'a store did not answer'],
        [40, 'the disk of a store is full'],
      ],
      ...[
        [50, 'unforeseen error'],
        [50, 'unforeseen error'],
      ],
    ]);
    await app.close();
  });
});
