import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { redisServerPath } from '@perktree/platform/jobs/testing/redis-server';
import { seeded } from '../dice.ts';
import { addCounts, type Counts } from '../figures/counts.ts';
import type { Budget, Part, PartResult, Report } from '../part.ts';
import { runDiskFullRig } from './disk-full-rig.ts';
import { EmbeddedRig, type RigResult } from './embedded-rig.ts';
import { OpeningRefused } from './load/shop.ts';
import { runServicesRig } from './services-rig.ts';

/** Beside the bundle that this becomes a part of (scripts/trust.mjs). */
const PRELOAD = join(dirname(fileURLToPath(import.meta.url)), 'preload.js');
/** Of the kills, how many fall to the embedded product: it takes a start for each, where services have a supervisor. */
const EMBEDDED_SHARE = 0.25;
/** A store that is killed for hours grows slow to judge: the next rig begins with an empty one. */
const MOST_KILLS_OF_A_RIG = 150;

/** Real processes under load: killed, frozen, cut off, with a wrong clock. Then the oracle. */
export const killRigPart: Part = {
  name: 'kill-rig',
  about:
    'the real product under load, in one process and as services, killed and cut off in every way; then the oracle',
  unit: 'kills',
  quick: 60,
  run: runRigs,
};

/** What is refused although it follows from what was acknowledged is a violation; anything else kept the rig from trying. */
async function judged(run: () => Promise<RigResult>): Promise<RigResult> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof OpeningRefused)) throw error;
    return { counts: {}, violations: [`I1: a business could not be opened: ${error.message}`] };
  }
}

async function runRigs({ count, until }: Budget, seed: number, report: Report): Promise<PartResult> {
  const dice = seeded(seed);
  const violations: string[] = [];
  let counts: Counts = { kills: 0 };
  let hasSmallDisk = true;
  const isLong = count === null;
  const isOver = () => until !== null && Date.now() >= until;
  const wanted = () => (count === null ? MOST_KILLS_OF_A_RIG : count - (counts.kills ?? 0));
  const goesOn = (most: number, end = until) => {
    return (kills: number) => kills < most && (end === null || Date.now() < end);
  };
  do {
    const all = wanted();
    // Of the time, too, so that a slow machine comes to all of them.
    const end = until === null ? null : Date.now() + (until - Date.now()) * EMBEDDED_SHARE;
    const most = Math.ceil(all * EMBEDDED_SHARE);
    const embedded = await judged(() => new EmbeddedRig(dice, PRELOAD, report).run(goesOn(most, end)));
    counts = addCounts(counts, embedded.counts);
    const left = count === null ? Math.ceil(all * (1 - EMBEDDED_SHARE)) : wanted();
    const services = await judged(() => runServicesRig({ dice, preload: PRELOAD, report, isLong }, goesOn(left)));
    counts = addCounts(counts, services.counts);
    const disk = isOver() ? null : await runDiskFullRig(dice, report);
    if (disk) counts = addCounts(counts, disk.counts);
    else if (!isOver()) hasSmallDisk = false;
    violations.push(...embedded.violations, ...services.violations, ...(disk?.violations ?? []));
    report(`kill-rig: ${counts.kills} kills, ${violations.length} violations`);
  } while (violations.length === 0 && !isOver() && wanted() > 0);
  return {
    counts,
    violations: violations.map((what) => ({ what, seed, again: `kill-rig --seed=${seed} --count ${counts.kills}` })),
    skipped: [
      ...(redisServerPath === null ? ['Redis killed and emptied: this machine has no redis-server'] : []),
      ...(hasSmallDisk ? [] : ['a full disk: only root may mount a small file system']),
    ],
  };
}
