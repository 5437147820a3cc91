import { Person } from '@perktree/e2e/support/person';
import { removeData, startProduct } from '@perktree/e2e/support/product';
import type { Part, Violation } from '../../part.ts';
import { median, percentile } from '../timing/compare-times.ts';
import { connectTo, type Flooding, flood, requestTexts } from './flood.ts';

/** Answers of the quiet business that are timed, alone and beside a flood, in each round. */
const MEASURED = 1_000;
/** Fewer where so many take longer than this, in milliseconds. */
const LONGEST_MS = 5_000;
const ROUNDS = 3;
/**
 * How many times as long the quiet business may wait for all but a hundredth of its answers; or how many milliseconds longer,
 * since on a machine that does nothing else a single request that is under way already takes longer than its own.
 */
const MOST = { times: 2, longerMs: 10 };
/** A link that there is not. */
const LINK = '/api/scan-info/customer/AAAAAAAAAAAAAAAAAAAAAA';

interface FloodOf extends Flooding {
  readonly what: string;
  readonly callers: number;
}

/** How the answers to one business slow down while another one asks for as much as it can. */
export const crowdPart: Part = {
  name: 'crowd',
  about:
    'the 99th percentile of one business’s answers, alone and in turns beside floods of another: not twice as long',
  unit: 'crowded requests',
  quick: 1,
  measuresTime: true,
  async run(_, seed, report) {
    const product = await startProduct();
    try {
      const { url } = product;
      const [quiet, loud] = [await openShop(url, 'quiet'), await openShop(url, 'loud')];
      const violations: Violation[] = [];
      const counts: Record<string, number> = {};
      const ask = await asker(url, { method: 'GET', path: '/api/me/sites', cookie: quiet.owner.cookie });
      await timesOf(ask);
      for (const one of floodsOf(loud)) {
        const found = await compare(url, ask, one);
        const told = `${one.what}: p99 ${found.alone.toFixed(1)} ms alone, ${found.beside.toFixed(1)} ms beside, ${found.answers}`;
        report(`crowd: ${told}`);
        counts['crowded requests'] = (counts['crowded requests'] ?? 0) + found.flooded;
        if (isTooLong(found)) violations.push({ what: told, seed, again: 'crowd' });
      }
      return { counts, violations };
    } finally {
      await product.stop();
      removeData(product);
    }
  },
};

function isTooLong({ alone, beside }: { readonly alone: number; readonly beside: number }): boolean {
  return beside > Math.max(MOST.times * alone, alone + MOST.longerMs);
}

interface Shop {
  readonly owner: Person;
  readonly siteId: string;
  /** Two configurations of its site, so that each save has something to save. */
  readonly bodies: readonly unknown[];
}

async function openShop(url: string, name: string): Promise<Shop> {
  const owner = await Person.register(url, name, 'business');
  const { id: siteId } = await owner.post<{ id: string }>('/api/sites', { name, currency: 'EUR' });
  const config = await owner.get<object>(`/api/sites/${siteId}/config`);
  return { owner, siteId, bodies: [10, 11].map((maxSplitsPerQr) => ({ ...config, maxSplitsPerQr })) };
}

function floodsOf({ owner: { cookie }, siteId, bodies }: Shop): readonly FloodOf[] {
  return [
    { what: '200 callers who read', callers: 200, method: 'GET', path: '/api/me/dashboard', cookie },
    { what: '1,000 callers who read', callers: 1_000, method: 'GET', path: '/api/me/dashboard', cookie },
    { what: '200 callers who write', callers: 200, method: 'PUT', path: `/api/sites/${siteId}/config`, cookie, bodies },
    {
      what: '200 callers with a session of nobody',
      callers: 200,
      method: 'GET',
      path: LINK,
      cookie: 'perktree_session=a.b',
    },
  ];
}

type Ask = () => Promise<number>;

/** Asks once, and says how long the answer took. */
async function asker(url: string, call: Flooding): Promise<Ask> {
  const connection = await connectTo(url);
  const [text = ''] = requestTexts(url, call);
  return async () => {
    const began = performance.now();
    const { status } = await connection.send(text);
    if (status !== 200) throw new Error(`the quiet business was answered ${status}`);
    return performance.now() - began;
  };
}

async function timesOf(ask: Ask): Promise<readonly number[]> {
  const times: number[] = [];
  const until = performance.now() + LONGEST_MS;
  while (times.length < MEASURED && performance.now() < until) times.push(await ask());
  return times;
}

/** In turns, so that a machine that gets busy is busy for both. */
async function compare(url: string, ask: Ask, { callers, ...call }: FloodOf) {
  const [alone, beside]: [number[], number[]] = [[], []];
  const answers = new Map<number, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(percentile(await timesOf(ask), 99));
    const end = await flood(url, callers, call);
    beside.push(percentile(await timesOf(ask), 99));
    for (const [status, count] of await end()) answers.set(status, (answers.get(status) ?? 0) + count);
  }
  return {
    alone: median(alone),
    beside: median(beside),
    flooded: [...answers.values()].reduce((sum, count) => sum + count, 0),
    answers: [...answers].map(([status, count]) => `${count} answers ${status}`).join(', '),
  };
}
