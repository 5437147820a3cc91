import { type Flooding, flood } from './flood.ts';

/** What the process is asked to do; then anything else ends it. */
export interface Ordered {
  readonly url: string;
  readonly callers: number;
  readonly call: Flooding;
}
/** Answers by their status. */
export type Ended = readonly (readonly [number, number])[];

/**
 * Floods as a process of its own: whoever floods sits at a machine of theirs, so that what their side takes must hold up
 * neither the server nor the one who measures.
 */
process.once('message', async ({ url, callers, call }: Ordered) => {
  const end = await flood(url, callers, call);
  process.once('message', async () => {
    process.send?.([...(await end())] satisfies Ended, () => process.disconnect());
  });
  process.send?.('begun');
});
