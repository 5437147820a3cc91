import { type Flooding, flood } from './flood.ts';

/** The first message to the process; any second message ends the flood. */
export interface FloodOptions {
  readonly url: string;
  readonly callers: number;
  readonly call: Flooding;
}
/** Number of answers by status. */
export type StatusCounts = readonly (readonly [number, number])[];

/**
 * Floods from a separate process, so that the client's own work slows down neither the server nor the measurement. A real
 * attacker has another machine.
 */
process.once('message', async ({ url, callers, call }: FloodOptions) => {
  const end = await flood(url, callers, call);
  process.once('message', async () => {
    process.send?.([...(await end())] satisfies StatusCounts, () => process.disconnect());
  });
  process.send?.('begun');
});
