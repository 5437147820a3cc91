import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { haproxyPath } from '@perktree/apps/services/gateway/haproxy';
import { hasRedis } from '@perktree/platform/jobs/testing/redis-server';
import { debianPostgres } from '../e2e/support/debian-postgres.ts';
import { seeded } from '../trust/dice.ts';
import type { Budget, Part, PartResult, Report } from '../trust/part.ts';
import { addCounts, type Counts } from '../trust/part.ts';
import { runDiskFullRig } from './disk-full-rig.ts';
import { DidNotStart, EmbeddedRig, type RigResult } from './embedded-rig.ts';
import { OpeningRefused } from './load/shop.ts';
import { runServicesRig } from './services-rig.ts';

/** Next to the bundle of this file (scripts/lib/build-trust.mjs). */
const PRELOAD = join(dirname(fileURLToPath(import.meta.url)), 'preload.js');
/** Share of the kills in the embedded product. It is lower because only services have a supervisor that restarts them. */
const EMBEDDED_SHARE = 0.25;
/** Kills of one rig in a long run. A large store is slow to judge, so the next rig starts with an empty one. */
const MAX_KILLS_PER_RIG = 150;

/** Real processes under load: killed, frozen, cut off, with a wrong clock. Then the oracle. */
export const killRigPart: Part = {
  name: 'kill-rig',
  about: 'the real product under load, as one process and as services, killed and disconnected; then the oracle',
  unit: 'kills',
  quick: 60,
  waits: true,
  run: runRigs,
};

/** A refused set-up call and a product that does not start again are violations. Other errors are obstacles to the test. */
async function failuresAsViolations<T>(run: () => Promise<T>): Promise<T | RigResult> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof DidNotStart) return { counts: {}, violations: [error.message] };
    if (!(error instanceof OpeningRefused)) throw error;
    return { counts: {}, violations: [`I1: a business could not be opened: ${error.message}`] };
  }
}

/** Waits for both even if one fails, so that no process outlives the part. */
async function sideBySide<A, B>(one: Promise<A>, other: Promise<B> | B): Promise<[A, B]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}

async function runRigs({ count, until }: Budget, seed: number, report: Report): Promise<PartResult> {
  // Separate generators, as the order in which the two rigs draw is not deterministic.
  const [diceOfEmbedded, diceOfServices] = [seeded(seed), seeded(seed + 1)];
  const violations: string[] = [];
  let counts: Counts = { kills: 0 };
  let hasSmallDisk = true;
  const hasGateway = haproxyPath() !== null;
  const isLong = count === null;
  const isOver = () => until !== null && Date.now() >= until;
  const wanted = () => (count === null ? MAX_KILLS_PER_RIG : count - (counts.kills ?? 0));
  const mayContinue = (most: number) => (kills: number) => kills < most && !isOver();
  do {
    const all = wanted();
    const ofEmbedded = hasGateway ? Math.ceil(all * EMBEDDED_SHARE) : all;
    const inOneProcess = async (): Promise<RigResult[]> => {
      const rig = new EmbeddedRig(diceOfEmbedded, PRELOAD, report);
      const embedded = await failuresAsViolations(() => rig.run(mayContinue(ofEmbedded)));
      if (isOver()) return [embedded];
      const disk = await failuresAsViolations(() => runDiskFullRig(diceOfEmbedded, report));
      hasSmallDisk &&= disk !== null;
      return disk === null ? [embedded] : [embedded, disk];
    };
    const apart = { dice: diceOfServices, preload: PRELOAD, report, isLong };
    const [rigs, services] = await sideBySide(
      inOneProcess(),
      hasGateway ? failuresAsViolations(() => runServicesRig(apart, mayContinue(all - ofEmbedded))) : null,
    );
    for (const rig of services === null ? rigs : [...rigs, services]) {
      counts = addCounts(counts, rig.counts);
      violations.push(...rig.violations);
    }
    report(`kill-rig: ${counts.kills} kills, ${violations.length} violations`);
  } while (violations.length === 0 && !isOver() && wanted() > 0);
  return {
    counts,
    violations: violations.map((what) => ({ what, again: `kill-rig --seed=${seed} --count ${counts.kills}` })),
    skipped: [
      ...(hasRedis ? [] : ['Redis killed and emptied: this machine has no redis-server']),
      ...(hasGateway ? [] : ['the services apart: this machine has no haproxy']),
      ...(debianPostgres === null ? ['a failover that loses events: this machine has no package of Postgres'] : []),
      ...(hasSmallDisk ? [] : ['a full disk: only root may mount a small file system']),
    ],
  };
}
