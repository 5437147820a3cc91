import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ASYNCHRONOUS_READ_MODELS } from '@perktree/contracts/catalogue/read-models';
import { ManualTimers } from '@perktree/platform/time/testing/manual-timers';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { uuid } from '../testing/read-models.ts';
import { RIG_HEAD, type Rig, startRig } from '../testing/rig.ts';
import { PositionFeed } from './position-feed.ts';

/** The first and the second part of a wait, in milliseconds, and together. */
const [SHORT_MS, REST_MS, WAIT_MS] = [100, 1_900, 2_000];
const POLL_MS = 100;

let rig: Rig;
let timers: ManualTimers;
beforeEach(async () => {
  timers = new ManualTimers();
  rig = await startRig({ timers });
  await rig.pool.query(
    `INSERT INTO read_models.projections VALUES ('sites', 1, 'live', 7), ('qrs', 1, 'live', 5),
       ('scans', 1, 'failed', 1), ('payouts', 2, 'filling', 0)`,
  );
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rig.close();
});

/** Lets reads wait until soon before they are given up. They poll meanwhile. */
async function waitLong(): Promise<void> {
  await timers.untilSet(SHORT_MS);
  await timers.advance(SHORT_MS);
  await timers.untilSet(REST_MS);
  await timers.advance(REST_MS - 2 * POLL_MS);
}
/** The status of a read that waits, once it has polled. */
async function polled(answer: ReturnType<typeof read>): Promise<number> {
  await Promise.race([answer, timers.untilSet(REST_MS)]);
  await timers.advance(POLL_MS);
  return (await answer).statusCode;
}
const feedOf = () => new PositionFeed(rig.pool, { info() {}, warn() {} }, timers);
const isSettled = (...answers: readonly (Promise<unknown> | undefined)[]) =>
  Promise.race([
    ...answers.map((answer) => answer?.then(() => true)),
    new Promise((done) => setImmediate(done, false)),
  ]);

const read = (position: string) => rig.get('/api/me/sites', 'owner', { 'X-Min-Position': position });
async function advance(to: number, notify = true): Promise<void> {
  await rig.pool.query(
    `UPDATE read_models.projections SET position = ${to} WHERE status = 'live';
     ${notify ? `SELECT pg_notify('projected', '${to}')` : ''}`,
  );
  // The feed polls, too, where it does not listen yet.
  await timers.advance(POLL_MS);
}

describe('X-Min-Position', () => {
  it('is met by the slowest live read model; stopped and unfinished ones do not count', async () => {
    expect((await read('5')).statusCode).toBe(200);
  });

  it('delays only calls that read asynchronous read models while those are behind', async () => {
    await rig.pool.query(
      `UPDATE read_models.projections SET position = 9 WHERE status = 'live';
       INSERT INTO read_models.projections VALUES ('earnings', 1, 'live', 5), ('flags', 3, 'live', 7)`,
    );
    expect((await read('9')).statusCode).toBe(200);
    const query = vi.spyOn(rig.reading, 'query');
    const asked = ['/api/me/dashboard', `/api/sites/${uuid('nowhere')}/flags`];
    const [dashboard, listed] = asked.map((url) => rig.get(url, 'owner', { 'X-Min-Position': '9' }));
    await waitLong();
    expect(await isSettled(dashboard, listed)).toBe(false);
    // A poll of the waiting calls would take a notification back: one that is under way, and a later one where the rows stay.
    await Promise.all(query.mock.results.map(({ value }) => value));
    await rig.pool.query(
      `UPDATE read_models.projections SET position = 10 WHERE name IN ('sites', 'qrs');
       SELECT pg_notify('projected_inline', '10')`,
    );
    expect((await read('10')).statusCode).toBe(200);
    await advance(10);
    expect((await dashboard)?.statusCode).toBe(200);
    expect((await listed)?.statusCode).toBe(404);
  });

  it('delays every call whose source names an asynchronous read model', () => {
    const folder = fileURLToPath(new URL('../', import.meta.url));
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.startsWith('testing'),
    );
    const named = new RegExp(`read_models\\.(${[...ASYNCHRONOUS_READ_MODELS].join('|')})\\b`);
    // No call reads the figures of digests.
    const calls = sources.filter((file) => file !== 'dashboard/digest-figures.ts');
    const naming = calls.filter((file) => named.test(readFileSync(`${folder}${file}`, 'utf8')));
    // mount.ts lets these wait for all read models.
    expect(naming.toSorted()).toEqual([
      ...['account/own-data/collect.ts', 'dashboard/query.ts', 'distributor/standings.ts', 'engine/live/facts.ts'],
      // Used by the dashboard and the ledger.
      'engine/time-zones.ts',
      ...['flag/routes.ts', 'ledger/balances.ts', 'ledger/query.ts', 'notification/routes.ts'],
      'support/tenant-routes.ts',
    ]);
  });

  it('is not waited for where an operator has paused all read models', async () => {
    await rig.pool.query(`UPDATE read_models.projections SET status = 'paused' WHERE status = 'live'`);
    // What waits in vain ends with 503.
    expect((await read('9')).statusCode).toBe(200);
  });

  it('is reached also when no notification comes', async () => {
    const answer = read('9');
    await timers.untilSet(SHORT_MS);
    await advance(9, false);
    expect(await polled(answer)).toBe(200);
  });

  it('hears of later positions without asking', async () => {
    const feed = feedOf();
    expect(await feed.reaches(5n, WAIT_MS)).toBe(true);
    // The notification arrives, while the tables stay unchanged.
    const query = vi.spyOn(rig.pool, 'query');
    const hears = async () => {
      await rig.pool.query(`SELECT pg_notify('projected', '12')`);
      return timers.run(feed.reaches(12n, 50));
    };
    await expect.poll(hears).toBe(true);
    // The answer to a question of before it listened may take the notification back.
    await Promise.all(query.mock.results.map(({ value }) => value));
    await expect.poll(hears).toBe(true);
    query.mockClear();
    expect(await feed.reaches(12n, WAIT_MS)).toBe(true);
    // A later position does not cause a poll: its notification will arrive.
    const later = feed.reaches(13n, WAIT_MS);
    await new Promise(setImmediate);
    expect(query).not.toHaveBeenCalled();
    query.mockRestore();
    await rig.pool.query(`SELECT pg_notify('projected', '13')`);
    expect(await later).toBe(true);
    await feed.close();
  });

  it('that was heard is not taken back by the answer to an earlier question', async () => {
    const feed = feedOf();
    let answer = () => {};
    const answered = new Promise<object>((resolve) => {
      answer = () => resolve({ rows: [{ all: '7', inline: '7', paused: false }] });
    });
    vi.spyOn(rig.pool, 'query').mockImplementationOnce((() => answered) as never);
    const followed: bigint[] = [];
    feed.follow((position) => followed.push(position));
    const hears = async () => {
      await rig.pool.query(`SELECT pg_notify('projected', '12')`);
      return followed.length;
    };
    await expect.poll(hears).toBeGreaterThan(0);
    answer();
    await new Promise(setImmediate);
    expect(followed).toEqual([12n]);
    await feed.close();
  });

  it('counts as a change by notification, by poll, and after a gap in listening', async () => {
    const feed = feedOf();
    await expect.poll(() => feed.changes).not.toBeNull();
    const seen = [feed.changes];
    await advance(9, false);
    expect(await feed.reaches(9n, WAIT_MS)).toBe(true);
    expect(seen).not.toContain(feed.changes);
    seen.push(feed.changes);
    // The slowest read model stays where it is, and others have changed.
    await advance(9);
    await expect.poll(() => feed.changes).not.toBe(seen.at(-1));
    seen.push(feed.changes);
    await rig.reading.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()`,
    );
    const listensAgain = async () => {
      await timers.advance(POLL_MS);
      return feed.changes !== null && !seen.includes(feed.changes);
    };
    await expect.poll(listensAgain).toBe(true);
    await feed.close();
    expect(feed.changes).toBeNull();
  });

  it('counts as unchanged only while the server answers on the listening connection', async () => {
    const feed = feedOf();
    try {
      await expect.poll(() => feed.changes).not.toBeNull();
      // From here on the test's only query is its question whether the server answers.
      const query = vi.spyOn(pg.Client.prototype, 'query');
      const whenAnswered = async (afterMs: number) => {
        await timers.advance(afterMs);
        const { changes } = feed;
        await query.mock.results.at(-1)?.value;
        return changes;
      };
      expect(await whenAnswered(1_000)).toBeNull();
      const before = feed.changes;
      expect(before).not.toBeNull();
      expect([await whenAnswered(600), await whenAnswered(600)]).toEqual([before, before]);
      query.mockImplementation(() => new Promise(() => {}));
      await timers.advance(999);
      expect(feed.changes).toBe(before);
      await timers.advance(1);
      expect(feed.changes).toBeNull();
    } finally {
      vi.restoreAllMocks();
      await feed.close();
    }
  });

  it('is given up after two seconds with 503 and Retry-After', async () => {
    const waiting = read('10');
    await waitLong();
    await timers.advance(2 * POLL_MS - 1);
    expect(await isSettled(waiting)).toBe(false);
    await timers.advance(1);
    const answer = await waiting;
    expect(answer.statusCode).toBe(503);
    expect(answer.json().code).toBe('READ_MODEL_BEHIND');
    expect(answer.headers['retry-after']).toBe('1');
  });

  it('is refused without that wait where no event has it yet', async () => {
    const { reaches } = PositionFeed.prototype;
    const waits: number[] = [];
    vi.spyOn(PositionFeed.prototype, 'reaches').mockImplementation(function (this: PositionFeed, position, ms, needed) {
      waits.push(ms);
      return reaches.call(this, position, 1, needed);
    });
    const answer = await timers.run(read(`${RIG_HEAD + 1n}`));
    expect([answer.statusCode, answer.json().issues]).toMatchObject([400, [{ code: 'POSITION_AHEAD' }]]);
    expect(waits).toEqual([100]);
    expect((await timers.run(read(`${RIG_HEAD}`))).statusCode).toBe(503);
  });

  it.each(['', '-1', '1.5', 'x', '9999999999999999999', '0x10'])('refuses "%s" with 400', async (position) => {
    const answer = await read(position);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().code).toBe('VALIDATION_FAILED');
  });
});
