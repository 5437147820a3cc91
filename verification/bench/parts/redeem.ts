import type { Bench } from '../bench.ts';
import type { Cell } from '../cell.ts';
import type { World } from '../data/worlds.ts';
import { type Contender, EMPTY, FUNCTION, PRODUCT, redeemCell, TRANSACTION } from '../redeem-cell.ts';
import { type Contestant, interleaved } from '../rounds.ts';

export const CALLERS = 64;
const STORED = 'event stored';
const READ_BACK = 'read model waited for';

export function worldOf({ scale }: Bench, spread: World['spread']): World {
  const { trees, openScans, hotBefore } = scale;
  return { spread, trees, openScans, redeemedBefore: spread === 'hot' ? hotBefore : 0 };
}

/** Redemptions over HTTP, uniform over all QRs. */
export async function redeem(bench: Bench): Promise<readonly Cell[]> {
  const world = worldOf(bench, 'uniform');
  const contestant = (contender: Contender, workload: string, readBack = false): Contestant => ({
    ...{ workload, contender },
    measure: () => redeemCell(bench, { contender, world, callers: CALLERS, readBack }),
  });
  return interleaved(bench, 'redeem', [
    contestant(PRODUCT, STORED),
    contestant(TRANSACTION, STORED),
    contestant(FUNCTION, STORED),
    contestant(EMPTY, STORED),
    contestant(PRODUCT, READ_BACK, true),
  ]);
}

/** Redemptions of one QR, and of QRs by Zipf's law. */
export async function hot(bench: Bench): Promise<readonly Cell[]> {
  const contestant = (spread: World['spread'], contender: Contender): Contestant => {
    const world = worldOf(bench, spread);
    const workload = { hot: 'one hot QR', zipf: 'Zipf', uniform: 'uniform' }[spread];
    return {
      ...{ workload, contender },
      measure: () => redeemCell(bench, { contender, world, callers: CALLERS, readBack: true }),
    };
  };
  return interleaved(bench, 'hot', [
    contestant('hot', PRODUCT),
    contestant('hot', TRANSACTION),
    contestant('uniform', PRODUCT),
    contestant('zipf', PRODUCT),
  ]);
}

/** Redemptions by few to many callers. */
export async function callers(bench: Bench): Promise<readonly Cell[]> {
  const world = worldOf(bench, 'uniform');
  const contestants = bench.scale.callers.flatMap((count) =>
    ([PRODUCT, FUNCTION] as const).map((contender) => ({
      ...{ workload: `${count} ${count === 1 ? 'caller' : 'callers'}`, contender },
      measure: () => redeemCell(bench, { contender, world, callers: count, readBack: true }),
    })),
  );
  return interleaved(bench, 'callers', contestants, Math.min(2, bench.scale.rounds));
}

/** Redemptions at a fixed rate; latency counts from the time at which a request was due. */
export async function openLoop(bench: Bench): Promise<readonly Cell[]> {
  const world = worldOf(bench, 'uniform');
  const contestants = bench.scale.rates.flatMap((rate) =>
    ([PRODUCT, FUNCTION] as const).map((contender) => ({
      ...{ workload: `${rate.toLocaleString('en')} a second`, contender },
      measure: () => redeemCell(bench, { contender, world, callers: 256, rate, readBack: true }),
    })),
  );
  return interleaved(bench, 'open-loop', contestants);
}
