import type { Bench } from '../bench.ts';
import type { Cell } from '../cell.ts';
import { failureOf } from '../checks.ts';
import { COOKIE } from '../data/accounts.ts';
import { customerLinkOf, qrIdOf, SITE_ID } from '../data/business.ts';
import type { LoadRequest } from '../load/order.ts';
import { runLoad } from '../processes.ts';
import { EMPTY, PRODUCT, withContender } from '../redeem-cell.ts';
import { type Contestant, interleaved, type Measured } from '../rounds.ts';
import { CALLERS, worldOf } from './redeem.ts';

/** Compares reads of the scan page and of a tree with a route that does no work. */
export async function reads(bench: Bench): Promise<readonly Cell[]> {
  const trees = Array.from({ length: bench.scale.trees }, (_, tree) => tree);
  const scanInfo = trees.map((tree) => get(`/api/scan-info/customer/${customerLinkOf(tree)}`));
  const tree = trees.map((number) => get(`/api/sites/${SITE_ID}/qrs/${qrIdOf(number, 0)}/tree`));
  const contestant = (
    workload: string,
    contender: typeof PRODUCT | typeof EMPTY,
    requests: readonly LoadRequest[],
    cookie: string,
  ): Contestant => ({ workload, contender, measure: () => measure(bench, contender, requests, cookie) });
  return interleaved(bench, 'reads', [
    contestant('scan info', PRODUCT, scanInfo, ''),
    contestant('scan info', EMPTY, scanInfo, ''),
    contestant('tree', PRODUCT, tree, COOKIE),
    contestant('tree', EMPTY, tree, COOKIE),
  ]);
}

const get = (path: string): LoadRequest => ({ method: 'GET', path });

function measure(
  bench: Bench,
  contender: typeof PRODUCT | typeof EMPTY,
  requests: readonly LoadRequest[],
  cookie: string,
): Promise<Measured> {
  return withContender(bench, contender, worldOf(bench, 'uniform'), async (server) => {
    const load = await runLoad(bench.programs, {
      ...{ url: server.url, requests, cookie, repeat: true, callers: CALLERS, rate: null, projectedAt: null },
      expect: contender === EMPTY ? '"success":true' : '20% Discount',
      watched: [server.pid, bench.databases.serverPid],
      warmUpMs: bench.scale.warmUpMs,
      measureMs: bench.scale.measureMs,
    });
    const figures = {
      'per second': load.perSecond,
      'p99 ms': load.latency.p99,
      bytes: load.bytes,
      'server CPU µs': load.cpuUs[0] ?? 0,
      'Postgres CPU µs': load.cpuUs[1] ?? 0,
    };
    return { figures, void: failureOf(load) };
  });
}
