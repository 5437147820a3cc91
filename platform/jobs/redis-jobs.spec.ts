import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { counting, describeJobs, HOUR_MS, jobStarter, runsReach } from './testing/jobs-contract.ts';
import { describeKilledJobs } from './testing/killed-jobs.ts';
import { hasRedis, startTestRedis, type TestRedis } from './testing/redis-server.ts';

/** No server listens here: with REDIS_URL the queue does not use the database. */
const NO_DATABASE = 'postgres://nobody@127.0.0.1:1/none';

// Skipped where this machine has no redis-server on its PATH: `apt-get install redis-server` has it run.
describe.skipIf(!hasRedis)('jobs on Redis', () => {
  let redis: TestRedis;
  let place: { databaseUrl: string; redisUrl: string };
  beforeAll(async () => {
    redis = await startTestRedis();
    place = { databaseUrl: NO_DATABASE, redisUrl: redis.url };
  });
  afterAll(() => redis?.close());

  const openQueue = async () => {
    await redis.empty();
    return { place, forgetEverything: () => redis.empty(), close: async () => {} };
  };
  describe('empty at each test', () => describeJobs('redis', openQueue));
  describeKilledJobs('redis', openQueue);

  describe('a Redis that', () => {
    let starter: ReturnType<typeof jobStarter>;
    beforeEach(async () => {
      await redis.empty();
      starter = jobStarter();
    });
    afterEach(async () => {
      await redis.thaw();
      await redis.kill();
      await starter.stopAll();
      await redis.start();
    });
    const warnings = () => starter.logged.filter(({ level }) => level >= 40);

    it('is emptied under running jobs gets its schedules back', async () => {
      const [often, seldom] = [counting(300), counting(HOUR_MS, async () => {}, 'seldom')];
      const { board } = await starter.start(place, often, seldom);
      await runsReach(often, 2);
      await runsReach(seldom, 1);
      await redis.empty();
      const before = often.runs;
      await runsReach(often, before + 3);
      await expect.poll(async () => (await board.read()).schedules.length).toBe(2);
    });

    it('is killed and comes back empty is logged once, and jobs continue', async () => {
      const [often, seldom] = [counting(300), counting(HOUR_MS, async () => {}, 'seldom')];
      const { board } = await starter.start(place, often, seldom);
      await runsReach(often, 2);
      await redis.kill();
      await expect.poll(warnings).toHaveLength(1);
      await expect(board.read()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      const before = often.runs;
      await redis.start();
      await runsReach(often, before + 3);
      await expect.poll(async () => (await board.read()).schedules.length).toBe(2);
      expect(warnings()).toHaveLength(1);
      expect(starter.logged.filter(({ msg }) => msg.includes('reached again'))).toHaveLength(1);
    });

    it('is lost in the middle of a run does not end the run', async () => {
      let ended = 0;
      const job = counting(HOUR_MS, async (run) => {
        if (run > 1) return;
        await redis.kill();
        await redis.start();
        ended += 1;
      });
      await starter.start(place, job);
      await expect.poll(() => ended).toBe(1);
      await runsReach(job, 2);
    });

    it('is missing at the start does not delay it: jobs begin when it comes', async () => {
      await redis.kill();
      const job = counting(300);
      await starter.start(place, job);
      await expect.poll(warnings).toHaveLength(1);
      expect(job.runs).toBe(0);
      await redis.start();
      await runsReach(job, 3);
    });

    it.each([
      ['is gone', () => redis.kill()],
      ['does not answer any more', async () => redis.freeze()],
    ])('%s does not keep the product from stopping', async (_, lose) => {
      const job = counting(300);
      const jobs = await starter.start(place, job);
      await runsReach(job, 2);
      await lose();
      await starter.stop(jobs);
    });

    it('is full is told, until there is space', async () => {
      const { board } = await starter.start(place, counting(HOUR_MS));
      await expect.poll(() => board.readState()).toBe('reachable');
      await redis.command('config', 'set', 'maxmemory', '1');
      expect(await board.readState()).toBe('full');
      expect(await board.read()).toMatchObject({ isFull: true });
      await redis.command('config', 'set', 'maxmemory', '0');
      expect(await board.readState()).toBe('reachable');
    });

    it('may evict keys causes a warning', async () => {
      await redis.command('config', 'set', 'maxmemory-policy', 'allkeys-lru');
      await starter.start(place, counting(HOUR_MS));
      await expect.poll(() => warnings().map(({ msg }) => msg)).toEqual([expect.stringContaining('noeviction')]);
    });
  });
});
