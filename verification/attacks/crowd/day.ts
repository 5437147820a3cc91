import { type HttpConnection, requestText } from '@perktree/bench/load/http-connection';
import type { Shop } from '../../kill-rig/load/shop.ts';

/** One call of a business's ordinary day. */
interface DayCall {
  readonly kind: string;
  readonly text: string;
}

/** Response times in milliseconds, by kind of call. */
export type Times = ReadonlyMap<string, readonly number[]>;

/** For each customer: the owner reads sites, dashboard and QRs; the customer scans and redeems. */
export function dayOf(url: string, { owner, customers, siteId, roots }: Shop): readonly DayCall[] {
  const read = (kind: string, path: string) => {
    return { kind, text: requestText(new URL(url).host, { method: 'GET', path, cookie: owner.person.cookie }) };
  };
  const body = { token: roots.at(-1)?.customerToken };
  return customers.flatMap(({ person: { cookie } }) => {
    const write = (kind: string) => {
      return { kind, text: requestText(new URL(url).host, { method: 'POST', path: `/api/${kind}`, cookie, body }) };
    };
    const [sites, dashboard] = [read('sites', '/api/me/sites'), read('dashboard', '/api/me/dashboard')];
    return [sites, dashboard, write('scan'), read('codes', `/api/sites/${siteId}/qrs`), write('redeem')];
  });
}

/** Repeats the day sequentially until the number of calls or the time limit is reached. */
export async function liveDay(
  connection: HttpConnection,
  day: readonly DayCall[],
  { calls, longestMs }: { readonly calls: number; readonly longestMs: number },
): Promise<Times> {
  const times = new Map<string, number[]>();
  const until = performance.now() + longestMs;
  for (let n = 0; n < calls && performance.now() < until; n += 1) {
    const { kind, text } = day[n % day.length] as DayCall;
    const began = performance.now();
    const { status, body } = await connection.send(text);
    if (status !== 200) throw new Error(`the quiet business was answered ${status} (${kind}): ${body}`);
    times.set(kind, [...(times.get(kind) ?? []), performance.now() - began]);
  }
  return times;
}
