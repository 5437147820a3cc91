import { HttpConnection } from '@perktree/bench/load/http-connection';
import { median, percentile } from '@perktree/bench/report';
import { startProduct } from '../../e2e/support/product.ts';
import { openShop, type Shop } from '../../kill-rig/load/shop.ts';
import type { Part, Violation } from '../../trust/part.ts';
import { dayOf, liveDay, type Times } from './day.ts';
import type { Flooding } from './flood.ts';
import { startFlood } from './flooder.ts';

/** Timed calls of the quiet business in each round, alone and beside a flood, within a time limit. */
const MEASURED = { calls: 1_500, longestMs: 20_000 };
const ROUNDS = 3;
/**
 * Highest ratio of the quiet business's 99th percentile beside a flood to the one alone. Two reads or eight commands of a flood are
 * handled at once (platform/http/call-limit.ts), so on two cores each step of the business waits for some of them.
 */
const MAX_RATIO = 3;
/** Key for all kinds of calls together. */
const ALL = 'all';
/** An unknown link. */
const LINK = '/api/scan-info/customer/AAAAAAAAAAAAAAAAAAAAAA';

interface FloodOf {
  readonly what: string;
  readonly callers: number;
  readonly call: Flooding;
}

/** Measures how much one business slows down while another floods the product. */
export const crowdPart: Part = {
  name: 'crowd',
  about: 'the 99th percentile of one business, beside floods of another at most 3 times as long',
  unit: 'crowded requests',
  quick: 1,
  measuresTime: true,
  async run(_budget, _seed, report) {
    const product = await startProduct();
    try {
      const { url } = product;
      const [quiet, loud] = [await openShop(url, 'ultra'), await openShop(url, 'pro')];
      const violations: Violation[] = [];
      const counts: Record<string, number> = {};
      const connection = await HttpConnection.open(url);
      const live = () => liveDay(connection, dayOf(url, quiet), MEASURED);
      await live();
      for (const one of await floodsOf(loud)) {
        const found = await compare(live, url, one);
        const results = `${one.what}: ${found.results}, ${found.answers}`;
        report(`crowd: ${results}`);
        counts['crowded requests'] = (counts['crowded requests'] ?? 0) + found.flooded;
        if (found.ratio > MAX_RATIO) violations.push({ what: results, again: 'crowd' });
      }
      connection.close();
      return { counts, violations };
    } finally {
      await product.remove();
    }
  },
};

async function floodsOf({ owner, siteId }: Shop): Promise<readonly FloodOf[]> {
  const { cookie } = owner.person;
  const config = await owner.person.get<object>(`/api/sites/${siteId}/config`);
  // Two bodies, so that each request changes the configuration.
  const bodies = [10, 11].map((maxSplitsPerQr) => ({ ...config, maxSplitsPerQr }));
  const read = { method: 'GET', path: '/api/me/dashboard', cookie } as const;
  return [
    { what: '200 callers who read', callers: 200, call: read },
    { what: '1,000 callers who read', callers: 1_000, call: read },
    {
      what: '200 callers who write',
      callers: 200,
      call: { method: 'PUT', path: `/api/sites/${siteId}/config`, cookie, bodies },
    },
    {
      what: '200 callers with an unknown session',
      callers: 200,
      call: { method: 'GET', path: LINK, cookie: 'session=a.b' },
    },
  ];
}

/** Alternates both measurements, so that a change of the machine's load affects both. */
async function compare(live: () => Promise<Times>, url: string, { callers, call }: FloodOf) {
  const rounds: { readonly alone: Times; readonly beside: Times }[] = [];
  const answers = new Map<number, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await live();
    const end = await startFlood({ url, callers, call });
    rounds.push({ alone, beside: await live() });
    for (const [status, count] of await end()) answers.set(status, (answers.get(status) ?? 0) + count);
  }
  const p99 = (kind: string, when: 'alone' | 'beside') => median(rounds.map((round) => p99Of(round[when], kind)));
  const kinds = [...(rounds[0]?.alone.keys() ?? []), ALL];
  const results = kinds.map((kind) => `${kind} ${p99(kind, 'alone').toFixed(1)} → ${p99(kind, 'beside').toFixed(1)}`);
  return {
    ratio: p99(ALL, 'beside') / p99(ALL, 'alone'),
    results: `p99 in ms alone → beside: ${results.join(', ')}`,
    flooded: [...answers.values()].reduce((sum, count) => sum + count, 0),
    answers: [...answers].map(([status, count]) => `${count} answers ${status}`).join(', '),
  };
}

function p99Of(times: Times, kind: string): number {
  return percentile(kind === ALL ? [...times.values()].flat() : (times.get(kind) ?? []), 99);
}
