import type { HttpConnection } from '@perktree/bench/load/http-connection';
import type { Shop } from '../../kill-rig/load/shop.ts';
import { requestTexts } from './flood.ts';

/** One call of a business's ordinary day. */
interface DayCall {
  readonly kind: string;
  readonly text: string;
}

/** Response times in milliseconds, by kind of call. */
export type Times = ReadonlyMap<string, readonly number[]>;

/** For each customer: the owner reads sites, dashboard and QRs; the customer scans and redeems. */
export function dayOf(url: string, { owner, customers, siteId, roots }: Shop): readonly DayCall[] {
  const ofOwner = { method: 'GET', cookie: owner.person.cookie } as const;
  const [text = ''] = requestTexts(url, { ...ofOwner, path: '/api/me/sites' });
  const [dashboard = ''] = requestTexts(url, { ...ofOwner, path: '/api/me/dashboard' });
  const [codes = ''] = requestTexts(url, { ...ofOwner, path: `/api/sites/${siteId}/qrs` });
  const bodies = [{ token: roots.at(-1)?.customerToken }];
  return customers.flatMap(({ person: { cookie } }) => {
    const [scan = ''] = requestTexts(url, { method: 'POST', path: '/api/scan', cookie, bodies });
    const [redeem = ''] = requestTexts(url, { method: 'POST', path: '/api/redeem', cookie, bodies });
    return [
      { kind: 'sites', text },
      { kind: 'dashboard', text: dashboard },
      { kind: 'scan', text: scan },
      { kind: 'codes', text: codes },
      { kind: 'redeem', text: redeem },
    ];
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
