import { once } from 'node:events';
import type { FileAnswer } from '@perktree/contracts/kernel/file-calls';
import { type MakeFile, startFileMaker } from '@perktree/platform/files/file-maker';
import { partBody } from '@perktree/platform/files/file-store';
import { claimFile, endAttempt, releaseFile, storeParts } from '@perktree/platform/files/making';
import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfiguration } from '../parts/configuration/configuration.ts';
import { startComposedApp } from '../standalone/testing/composed-app.ts';
import { openBusiness } from '../standalone/testing/open-business.ts';
import { Visitor } from '../standalone/testing/visitor.ts';
import { makeFile } from './make-file.ts';

const logger = pino({ level: 'silent' });
const EXPORT = '/api/me/export?wait=0';
let makers: ReturnType<typeof startFileMaker>[];

const composed = await startComposedApp();
const business = await openBusiness(composed.app, 'a');
const { owner, siteId, staff, customer } = business;
afterAll(() => composed.close());
// No file pauses: how long it would is noted.
await composed.pool.query(`
  CREATE TABLE files.pauses (number serial, seconds float8);
  CREATE FUNCTION files.note_pause() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO files.pauses (seconds) VALUES (extract(epoch FROM NEW.leased_until - now()));
      NEW.leased_until = NULL;
      RETURN NEW;
    END $$;
  CREATE TRIGGER note_pause BEFORE UPDATE ON files.files FOR EACH ROW
    WHEN (NEW.status = 'queued' AND NEW.leased_until > now()) EXECUTE FUNCTION files.note_pause()`);
beforeEach(() => {
  makers = [];
});
afterEach(async () => {
  await Promise.all(makers.map((maker) => maker.stop()));
  await composed.pool.query('DELETE FROM files.files; TRUNCATE files.pauses');
});

const POLL_MS = 100;

/** Makes files in this process, as the process of a file does. */
const inThisProcess: MakeFile = async (file, { onProgress }) => {
  const task = { file, connectionString: composed.databaseUrl, publicUrl: 'http://localhost:3000', signs: false };
  return { failure: await makeFile(task, { configuration: readConfiguration({}, '/tmp'), logger, onProgress }) };
};
function start(make: MakeFile = inThisProcess): void {
  makers.push(startFileMaker({ pool: composed.pool, logger, makeFile: make, pollMs: POLL_MS }));
}

async function request(person: Visitor, url = EXPORT): Promise<string> {
  const { status, body } = await person.call('GET', url);
  expect(status).toBe(202);
  return body.file.id;
}
const look = (person: Visitor, id: string) => person.call('GET', `/api/me/files/${id}`);
async function ended(person: Visitor, id: string): Promise<FileAnswer> {
  await expect.poll(async () => (await look(person, id)).body.status).not.toBe('running');
  return (await look(person, id)).body;
}
/** The pauses of files since the test began, in seconds. */
const pauses = async () =>
  (await composed.pool.query('SELECT seconds FROM files.pauses ORDER BY number')).rows.map(({ seconds }) => seconds);
/** A file that is done, in one part. @returns its id, its content and the address of its part */
async function fileOfTwoMegabytes(person: Visitor) {
  const id = await request(person);
  const claimed = await claimFile(composed.pool);
  if (claimed === null) throw new Error('no file waits');
  const body = Buffer.alloc(2_000_000);
  await storeParts(composed.pool, claimed, [{ name: 'a.json', contentType: 'application/json', body }]);
  await endAttempt(composed.pool, claimed, null);
  return { id, body, url: (await ended(person, id)).parts[0]?.url ?? '' };
}
async function download(person: Visitor, url: string) {
  return composed.app.inject({ url, headers: { cookie: person.cookie } });
}

describe('a long call', () => {
  it('is answered at once where it is small', async () => {
    const { status, body } = await business.owner.call('GET', `/api/sites/${business.siteId}/audit`);
    expect([status, body.siteId]).toEqual([200, business.siteId]);
  });

  it('becomes a file with `wait=0`, whose part is the answer', async () => {
    start();
    const path = `/api/sites/${siteId}/audit`;
    const id = await request(owner, `${path}?wait=0`);
    const file = await ended(owner, id);
    expect(file).toMatchObject({ id, status: 'done', progress: 1, failure: null });
    expect(Date.parse(file.expiresAt) - Date.parse(file.createdAt)).toBe(86_400_000);
    const [part] = file.parts;
    expect(part).toMatchObject({ name: `${file.name}.json`, contentType: 'application/json; charset=utf-8' });
    const answer = await download(owner, part?.url ?? '');
    expect(answer.headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${file.name}.json`);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(answer.rawPayload).toHaveLength(part?.bytes ?? 0);
    expect(answer.json()).toEqual((await owner.call('GET', path)).body);
    expect((await owner.call('GET', '/api/me/files')).body).toEqual([file]);
  });

  it('has the period of its request, whenever it is made', async () => {
    const id = await request(owner, `/api/sites/${siteId}/audit/what-if?wait=0`);
    const { body: queued } = await look(owner, id);
    expect(queued.name).toMatch(new RegExp(`^what-if_.+_${queued.createdAt.slice(0, 10)}$`));
    // As if it had waited over the end of a month.
    await composed.pool.query(`UPDATE files.files SET created_at = '2026-10-31T23:59:58Z' WHERE file_id = $1`, [id]);
    start();
    const [part] = (await ended(owner, id)).parts;
    expect(part?.name).toMatch(/^what-if_.+_2026-10-31\.json$/);
    expect((await download(owner, part?.url ?? '')).json()).toMatchObject({
      ...{ from: null, to: '2026-10-31T23:59:58.000Z' },
    });
  });

  it('makes no file because of a link on another site', async () => {
    const from = (site: string) =>
      composed.app.inject({
        url: `/api/sites/${siteId}/audit?wait=0`,
        headers: { cookie: owner.cookie, 'sec-fetch-site': site },
      });
    for (const site of ['cross-site', 'same-site']) {
      expect((await from(site)).json()).toMatchObject({ code: 'FOREIGN_ORIGIN' });
    }
    expect((await owner.call('GET', '/api/me/files')).body).toEqual([]);
    for (const site of ['same-origin', 'none']) expect((await from(site)).statusCode).toBe(202);
  });

  it('is refused before a file is requested', async () => {
    expect((await staff.call('GET', `/api/sites/${siteId}/audit?wait=0`)).status).toBe(403);
    expect((await owner.call('GET', `/api/sites/${siteId}/audit/months/2099-01?wait=0`)).body.code).toBe(
      'MONTH_NOT_OVER',
    );
    expect((await owner.call('GET', `/api/sites/${siteId}/audit?wait=1`)).body.code).toBe('VALIDATION_FAILED');
    expect((await owner.call('GET', '/api/me/files')).body).toEqual([]);
  });

  it('that is requested again before it is done is the same file', async () => {
    expect(await request(customer)).toBe(await request(customer));
    expect((await customer.call('GET', '/api/me/files')).body).toHaveLength(1);
  });

  it('is refused to a user with twenty unfinished files', async () => {
    const ask = (n: number) =>
      owner.call('GET', `/api/sites/${siteId}/tree?wait=0&asOf=2026-01-01T00:00:${`${n}`.padStart(2, '0')}Z`);
    for (let n = 0; n < 20; n += 1) expect((await ask(n)).status).toBe(202);
    expect((await ask(20)).body.code).toBe('TOO_MANY_REQUESTS');
  });
});

describe('a file', () => {
  it('that is claimed while its maker stops is not begun, and left to another', async () => {
    const id = await request(customer);
    const make = vi.fn(inThisProcess);
    let stopped: Promise<void> | undefined;
    const pool = Object.assign(Object.create(composed.pool), {
      connect: () => composed.pool.connect(),
      query: async (statement: string, values?: unknown[]) => {
        const answer = await composed.pool.query(statement, values);
        if (statement.includes("'claim'")) stopped = maker.stop();
        return answer;
      },
    });
    const maker = startFileMaker({ pool, logger, makeFile: make, pollMs: POLL_MS });
    await expect.poll(() => stopped !== undefined).toBe(true);
    await stopped;
    expect(make).not.toHaveBeenCalled();
    start();
    expect((await ended(customer, id)).status).toBe('done');
  });

  it('keeps its content where the answer to its end is lost', async () => {
    const id = await request(customer);
    const released = vi.fn();
    const pool = Object.assign(Object.create(composed.pool), {
      connect: () => composed.pool.connect(),
      query: async (statement: string, values?: unknown[]) => {
        const answer = await composed.pool.query(statement, values);
        if (statement.startsWith('WITH ended')) throw new Error('Connection terminated unexpectedly');
        if (statement.includes('DELETE FROM files.chunks')) released();
        return answer;
      },
    });
    makers.push(startFileMaker({ pool, logger, makeFile: inThisProcess, pollMs: POLL_MS }));
    await expect.poll(() => released).toHaveBeenCalled();
    const file = await ended(customer, id);
    expect(file.status).toBe('done');
    const answer = await download(customer, file.parts[0]?.url ?? '');
    expect(answer.rawPayload).toHaveLength(file.parts[0]?.bytes ?? 0);
  });

  it('that is released by one attempt cannot be finished by it', async () => {
    const id = await request(customer);
    const slow = await claimFile(composed.pool);
    if (slow === null) throw new Error('no file');
    await releaseFile(composed.pool, slow, 'stop');
    await endAttempt(composed.pool, slow, null);
    expect((await look(customer, id)).body.status).toBe('running');
  });

  it('is for the user who requested it alone', async () => {
    start();
    const file = await ended(customer, await request(customer));
    const path = `/api/me/files/${file.id}`;
    for (const [method, url] of [
      ['GET', path],
      ['DELETE', path],
      ['GET', `${path}/parts/0`],
    ] as const) {
      expect((await owner.call(method, url)).status).toBe(404);
      expect((await composed.app.inject({ method, url })).statusCode).toBe(401);
    }
    expect((await owner.call('GET', '/api/me/files')).body).toEqual([]);
    expect((await download(customer, `${path}/parts/0`)).statusCode).toBe(200);
    expect((await download(customer, `${path}/parts/1`)).statusCode).toBe(404);
  });

  it('fails for a user who has lost the role, and is not found any more', async () => {
    const staff = await new Visitor(composed.app, 'leaver').register('business');
    await staff.must('GET', '/api/me/files');
    const id = await request(staff);
    await composed.identity.accounts.revokeRole(staff.id, 'site_owner');
    start();
    await expect
      .poll(async () => (await composed.pool.query('SELECT failure FROM files.files WHERE file_id = $1', [id])).rows)
      .toEqual([{ failure: 'NOT_ALLOWED' }]);
    expect((await look(staff, id)).status).toBe(404);
    expect((await look(owner, siteId)).status).toBe(404);
  });

  it('is cancelled while it is made, and deleted afterwards', async () => {
    let aborted = false;
    start(async (file, { signal }) => {
      await storeParts(composed.pool, file, [{ name: 'half', contentType: 'text/plain', body: 'half' }]);
      await once(signal, 'abort');
      aborted = true;
      throw new Error('killed');
    });
    const id = await request(customer);
    await expect
      .poll(async () => (await composed.pool.query('SELECT attempt FROM files.parts')).rows)
      .toEqual([{ attempt: 1 }]);
    expect((await customer.call('DELETE', `/api/me/files/${id}`)).status).toBe(204);
    expect((await look(customer, id)).body.status).toBe('cancelled');
    await expect.poll(() => aborted).toBe(true);
    await expect.poll(async () => (await composed.pool.query('TABLE files.chunks')).rows).toEqual([]);
    expect((await customer.call('DELETE', `/api/me/files/${id}`)).status).toBe(204);
    expect((await look(customer, id)).status).toBe(404);
  });

  it('that is deleted during its download breaks it off, so that a part is not taken for the whole', async () => {
    const { id, body, url } = await fileOfTwoMegabytes(customer);
    const whole = await download(customer, url);
    expect([whole.statusCode, whole.rawPayload.length]).toEqual([200, body.length]);
    const rest = partBody(composed.pool, id, 0, body.length);
    await rest.next();
    expect((await customer.call('DELETE', `/api/me/files/${id}`)).status).toBe(204);
    const readOn = async () => {
      for await (const _ of rest);
    };
    await expect(readOn()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('answers HEAD with the length of a part, without reading it', async () => {
    const { url } = await fileOfTwoMegabytes(customer);
    const query = vi.spyOn(composed.pool, 'query');
    const head = await composed.app.inject({ method: 'HEAD', url, headers: { cookie: customer.cookie } });
    const reads = query.mock.calls.filter(([statement]) => String(statement).includes('files.chunks'));
    query.mockRestore();
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([200, '2000000', 0]);
    expect(head.headers['content-disposition']).toBe("attachment; filename*=UTF-8''a.json");
    expect(reads).toEqual([]);
  });

  it('is made by another process after the death of one, and once', async () => {
    const id = await request(customer);
    const dead = await claimFile(composed.pool);
    if (dead === null) throw new Error('no file');
    await storeParts(composed.pool, dead, [{ name: 'half', contentType: 'text/plain', body: 'half' }]);
    expect(await claimFile(composed.pool)).toBeNull();
    await composed.pool.query(`UPDATE files.files SET leased_until = now() - interval '1 second'`);
    start();
    const file = await ended(customer, id);
    expect(file.parts.map(({ contentType }) => contentType)).toEqual(['application/json; charset=utf-8']);
    // The first one was only slow.
    await endAttempt(composed.pool, dead, null);
    expect((await look(customer, id)).body).toEqual(file);
    expect((await download(customer, file.parts[0]?.url ?? '')).json().account).toBeDefined();
  });

  it('has failed after three processes died at it, with pauses between them', async () => {
    const make = vi.fn(async () => {
      throw new Error('out of memory');
    });
    start(make);
    const id = await request(customer);
    expect(await ended(customer, id)).toMatchObject({ status: 'failed', failure: { code: 'FILE_NOT_MADE' } });
    expect(await pauses()).toEqual([5, 10]);
    expect(make).toHaveBeenCalledTimes(3);
  });

  it('has failed after three of its makers died', async () => {
    const id = await request(customer);
    for (const deaths of [0, 1, 2]) {
      expect(await claimFile(composed.pool)).toMatchObject({ deaths });
      await composed.pool.query(`UPDATE files.files SET leased_until = now() - interval '1 second'`);
    }
    const make = vi.fn(inThisProcess);
    start(make);
    expect((await ended(customer, id)).failure?.code).toBe('FILE_NOT_MADE');
    expect(make).not.toHaveBeenCalled();
  });

  it('is made after any number of stops of its makers', async () => {
    const id = await request(customer);
    for (let stops = 0; stops < 4; stops += 1) {
      const make = vi.fn<MakeFile>(async (_file, { signal }) => {
        await once(signal, 'abort');
        throw new Error('killed');
      });
      const maker = startFileMaker({ pool: composed.pool, logger, makeFile: make, pollMs: POLL_MS });
      await expect.poll(() => make).toHaveBeenCalled();
      await maker.stop();
    }
    start();
    expect((await ended(customer, id)).status).toBe('done');
  });

  it('is made after an outage, however many attempts it ended', async () => {
    const id = await request(customer);
    let outages = 0;
    start(async (file, options) => {
      outages += 1;
      if (outages > 4) return inThisProcess(file, options);
      const url = 'postgres://nobody@127.0.0.1:1/none';
      const task = { file, connectionString: url, publicUrl: 'http://localhost:3000', signs: false };
      return { failure: await makeFile(task, { configuration: readConfiguration({}, '/tmp'), logger, ...options }) };
    });
    expect((await ended(customer, id)).status).toBe('done');
    expect(await pauses()).toEqual([5, 10, 20, 40]);
  });

  it('waits for a read model that is behind', async () => {
    await composed.pool.query(`SELECT files.request($1, 'customer', 'ahead', '/api/me/export', $2, 1)`, [
      ...[customer.id, { 'x-min-position': '99999999' }],
    ]);
    start();
    await expect.poll(async () => (await pauses())[0]).toBe(5);
    const { rows } = await composed.pool.query('SELECT deaths, outages > 0 AS "wasOut" FROM files.files');
    expect(rows).toEqual([{ deaths: 0, wasOut: true }]);
  });

  it('has failed as unavailable after an hour of an outage', async () => {
    const id = await request(customer);
    await composed.pool.query('UPDATE files.files SET outages = 17');
    start(async () => ({ failure: 'UNAVAILABLE' }));
    expect((await ended(customer, id)).failure?.code).toBe('UNAVAILABLE');
  });

  it('fails with a reason where the disk is full', async () => {
    await composed.pool.query(`
      CREATE FUNCTION files.full() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER full_disk BEFORE INSERT ON files.chunks EXECUTE FUNCTION files.full()`);
    try {
      start();
      expect(await ended(customer, await request(customer))).toMatchObject({
        ...{ status: 'failed', failure: { code: 'FILE_STORAGE_FULL' }, parts: [] },
      });
    } finally {
      await composed.pool.query('DROP FUNCTION files.full() CASCADE');
    }
  });

  it('shows a failure of an older version', async () => {
    const id = await request(customer);
    await composed.pool.query(`UPDATE files.files SET status = 'failed', failure = 'NO_LONGER_KNOWN'`);
    expect((await look(customer, id)).body.failure.code).toBe('FILE_NOT_MADE');
  });

  it('is deleted when it expires', async () => {
    start();
    const { id } = await ended(customer, await request(customer));
    await composed.pool.query(`UPDATE files.files SET expires_at = now()`);
    expect((await look(customer, id)).status).toBe(404);
    await composed.runJob('delete-expired-files');
    expect((await composed.pool.query('TABLE files.chunks')).rows).toEqual([]);
  });
});

it('two makers never begin with two files of one user while another one waits', async () => {
  for (let round = 0; round < 6; round += 1) {
    await request(owner, `/api/sites/${siteId}/audit/months/2026-01?wait=0`);
    await request(owner, `/api/sites/${siteId}/audit/months/2026-02?wait=0`);
    await request(customer);
    const claimed = await Promise.all([claimFile(composed.pool), claimFile(composed.pool)]);
    expect(new Set(claimed.map((file) => file?.userId))).toEqual(new Set([owner.id, customer.id]));
    await composed.pool.query('DELETE FROM files.files');
  }
});

it('six users at once are each served, in turn', async () => {
  const users = await Promise.all(
    Array.from({ length: 6 }, (_, n) => new Visitor(composed.app, `crowd-${n}`).register('customer')),
  );
  for (const month of ['2026-01', '2026-02', '2026-03']) {
    await request(owner, `/api/sites/${siteId}/audit/months/${month}?wait=0`);
  }
  const ids = await Promise.all(users.map((user) => request(user)));
  const order: string[] = [];
  const make: MakeFile = (file, options) => {
    order.push(file.userId);
    return inThisProcess(file, options);
  };
  start(make);
  start(make);
  for (const [n, user] of users.entries()) {
    expect(await ended(user, ids[n] ?? '')).toMatchObject({ status: 'done', progress: 1 });
  }
  expect(order).toHaveLength(new Set(order).size + (order.filter((id) => id === owner.id).length - 1));
  // The owner's second file waited for the others' first ones. Two makers begin two files in either order.
  expect(order.indexOf(owner.id, order.indexOf(owner.id) + 1)).toBeGreaterThanOrEqual(users.length);
});
