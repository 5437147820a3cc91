import { Refused } from '@perktree/contracts/kernel/refusals';
import { isUnavailable } from '@perktree/platform/outages';
import type { FastifyBaseLogger } from 'fastify';

/**
 * Does one of the works of a job's run. A work that fails is logged and left to the next run, so that it does not keep the
 * job from the others.
 * @throws what `work` throws if a store is unavailable: the run fails, and the queue retries it
 */
export async function doOrLog(
  logger: Pick<FastifyBaseLogger, 'warn' | 'error'>,
  { failure, ...facts }: { readonly failure: string } & Readonly<Record<string, string>>,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (err) {
    if (isUnavailable(err)) throw err;
    if (err instanceof Refused) logger.warn({ err, ...facts }, failure);
    else logger.error({ err, ...facts }, failure);
  }
}
