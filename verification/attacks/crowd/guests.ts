import { HttpConnection, requestText } from '@perktree/bench/load/http-connection';
import { median, percentile } from '@perktree/bench/report';
import { Person } from '../../e2e/support/person.ts';
import type { Shop } from '../../kill-rig/load/shop.ts';

const GUESTS = 60;
const ROUNDS = 5;
const ROUND_MS = 3_000;

/** Answers to all guests in a round. */
interface Round {
  readonly perSecond: number;
  /** 99th percentile, in milliseconds. */
  readonly p99: number;
  readonly refused: number;
}

/** Compares the same guests behind one shared address with one address each. */
interface GuestsCompared {
  /** Rate behind one address divided by the rate with sixty addresses; median of the rounds. */
  readonly rate: number;
  /** The same ratio for the 99th percentile. */
  readonly p99: number;
  /** Answers with a status other than 200. */
  readonly refused: number;
  readonly answers: number;
}

/**
 * Signed-in guests scan and redeem sequentially, alternating rounds with one address and with sixty. The product must
 * trust `X-Forwarded-For` from this machine.
 */
export async function compareGuests(url: string, shop: Shop): Promise<GuestsCompared> {
  const guests = await Promise.all(Array.from({ length: GUESTS }, () => Person.register(url, 'guest', 'customer')));
  const from = (addressOf: (guest: number) => string) =>
    liveRound(
      url,
      guests.map(({ cookie }, n) => callsOf(url, { cookie, forwardedFor: addressOf(n) }, shop)),
    );
  const oneNetwork = () => from(() => '203.0.113.1');
  const ownNetworks = () => from((guest) => `198.51.100.${guest + 1}`);
  await oneNetwork();
  const pairs: { readonly one: Round; readonly own: Round }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) pairs.push({ one: await oneNetwork(), own: await ownNetworks() });
  const all = pairs.flatMap(({ one, own }) => [one, own]);
  return {
    rate: median(pairs.map(({ one, own }) => one.perSecond / own.perSecond)),
    p99: median(pairs.map(({ one, own }) => one.p99 / own.p99)),
    refused: all.reduce((sum, { refused }) => sum + refused, 0),
    answers: Math.round(all.reduce((sum, { perSecond }) => sum + (perSecond * ROUND_MS) / 1_000, 0)),
  };
}

function callsOf(url: string, sender: { cookie: string; forwardedFor: string }, { roots }: Shop): readonly string[] {
  const call = { method: 'POST', body: { token: roots.at(-1)?.customerToken }, ...sender };
  return ['/api/scan', '/api/redeem'].map((path) => requestText(new URL(url).host, { ...call, path }));
}

async function liveRound(url: string, callsOfGuests: readonly (readonly string[])[]): Promise<Round> {
  const connections = await Promise.all(callsOfGuests.map(() => HttpConnection.open(url)));
  const times: number[] = [];
  let refused = 0;
  const until = performance.now() + ROUND_MS;
  await Promise.all(
    connections.map(async (connection, guest) => {
      const calls = callsOfGuests[guest] ?? [];
      for (let n = 0; performance.now() < until; n += 1) {
        const began = performance.now();
        const { status } = await connection.send(calls[n % calls.length] ?? '');
        times.push(performance.now() - began);
        if (status !== 200) refused += 1;
      }
      connection.close();
    }),
  );
  return { perSecond: (times.length * 1_000) / ROUND_MS, p99: percentile(times, 99), refused };
}
