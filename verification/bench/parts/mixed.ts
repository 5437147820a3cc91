import type { Bench } from '../bench.ts';
import type { Cell } from '../cell.ts';
import { failureOf, faultInMixedDay } from '../checks.ts';
import { COOKIE, DISTRIBUTOR_COOKIE, visitorCookieOf } from '../data/accounts.ts';
import { customerLinkOf, distributorLinkOf, qrIdOf, SITE_ID } from '../data/business.ts';
import { tokenOf } from '../data/visits.ts';
import { openVisits, type World } from '../data/worlds.ts';
import type { LatencySummary } from '../load/latencies.ts';
import type { LoadRequest } from '../load/order.ts';
import { runLoad } from '../processes.ts';
import { PRODUCT, withContender } from '../redeem-cell.ts';
import { interleaved, type Measured } from '../rounds.ts';
import { CALLERS, worldOf } from './redeem.ts';

/** Of a hundred requests. */
const DAY = { 'scan info': 60, scan: 25, redeem: 10, tree: 2, ledger: 1, claim: 1, split: 1 } as const;
type Kind = keyof typeof DAY;
const ROUNDS = 3;
/** Guests of the shop, all behind one address. */
const GUESTS = 60;

/** A day of a shop: mostly reads of scan pages, then scans and redemptions, some reads of figures, claims and splits. */
export async function mixed(bench: Bench): Promise<readonly Cell[]> {
  const world = worldOf(bench, 'uniform');
  /** Rate of the latest mixed day; the first round begins with one. */
  let perSecond = 0;
  const contestants = [
    {
      ...{ workload: 'a mixed day', contender: PRODUCT },
      async measure() {
        const day = await measure(bench, world, requestsOf(world), null);
        perSecond = day.figures['per second'] ?? 0;
        return day;
      },
    },
    ...(
      [
        ['redemptions alone', 'redeem'],
        ['scans alone', 'scan'],
      ] as const
    ).map(([workload, kind]) => ({
      ...{ workload: `${workload}, half the rate`, contender: PRODUCT },
      measure: () =>
        measure(
          bench,
          world,
          requestsOf(world).filter((request) => request.kind === kind),
          // Only this kind's share of the day: the rate of all its requests would exceed the product's capacity.
          (perSecond * DAY[kind]) / 100 / 2,
        ),
    })),
  ];
  return interleaved(bench, 'mixed', contestants, Math.min(ROUNDS, bench.scale.rounds));
}

/** Requests in the proportions of the day, spread evenly and deterministic. */
function requestsOf(world: World): readonly LoadRequest[] {
  const order = Object.entries(DAY)
    .flatMap(([kind, count]) =>
      Array.from({ length: count }, (_, n) => ({ kind: kind as Kind, at: (n + 0.5) / count })),
    )
    .sort((a, b) => a.at - b.at);
  const visits = openVisits(world);
  const counts = new Map<Kind, number>();
  return Array.from({ length: visits.length * 4 }, (_, index) => {
    const { kind } = order[index % order.length] as (typeof order)[number];
    const nth = counts.get(kind) ?? 0;
    counts.set(kind, nth + 1);
    const visit = visits[nth % visits.length] as (typeof visits)[number];
    // Each QR can be claimed and split once; when all are, read a tree instead.
    const isDone = (kind === 'claim' || kind === 'split') && nth >= world.trees;
    return requestOf(isDone ? 'tree' : kind, { tree: (nth * 7919) % world.trees, token: tokenOf(visit) });
  });
}

function requestOf(kind: Kind, { tree, token }: { readonly tree: number; readonly token: string }): LoadRequest {
  const cookie = visitorCookieOf(tree % GUESTS);
  const ofTree = `/api/sites/${SITE_ID}/qrs/${qrIdOf(tree, 0)}/tree`;
  switch (kind) {
    case 'scan info':
      return { kind, method: 'GET', path: `/api/scan-info/customer/${customerLinkOf(tree)}`, cookie };
    case 'scan':
      return { kind, method: 'POST', path: '/api/scan', body: { token: customerLinkOf(tree) }, cookie };
    case 'redeem':
      return { kind, method: 'POST', path: '/api/staff/redeem', body: { token } };
    case 'tree':
      return { kind, method: 'GET', path: ofTree };
    case 'ledger':
      return { kind, method: 'GET', path: '/api/distributors/me/ledger?limit=20' };
    case 'claim': {
      const body = { token: distributorLinkOf(tree) };
      return { kind, method: 'POST', path: '/api/claim-qr', body, cookie: DISTRIBUTOR_COOKIE };
    }
    case 'split': {
      const path = `/api/sites/${SITE_ID}/qrs/${qrIdOf(tree)}/split`;
      return { kind, method: 'POST', path, body: { splits: [{ name: 'Split', commissionPercent: '0.50' }] } };
    }
  }
}

/** @param rate requests a second; null: as fast as answers come */
function measure(bench: Bench, world: World, requests: readonly LoadRequest[], rate: number | null): Promise<Measured> {
  return withContender(bench, PRODUCT, world, async (server, database) => {
    const load = await runLoad(bench.programs, {
      ...{ url: server.url, callers: CALLERS, rate, cookie: COOKIE, expect: '' },
      requests,
      ...{ repeat: false, projectedAt: null },
      watched: [server.pid, bench.databases.serverPid],
      warmUpMs: bench.scale.warmUpMs,
      measureMs: bench.scale.measureMs,
    });
    const figures = {
      'per second': load.perSecond,
      ...(rate === null ? p99sOf(load.byKind) : { 'p99 ms': load.latency.p99 }),
    };
    return { figures, void: failureOf(load) ?? (await faultInMixedDay(database.pool)) };
  });
}

const p99sOf = (byKind: Readonly<Record<string, LatencySummary>>) =>
  Object.fromEntries(Object.entries(byKind).map(([kind, { p99 }]) => [`${kind} p99 ms`, p99]));
