import { HEADERS } from '@perktree/contracts/kernel/call';
import type { EventStore } from '@perktree/event-store/port';
import { coalesced } from '@perktree/platform/coalesced';
import { answersPosition } from '@perktree/platform/http/openapi-conventions';
import { warnOfFailure } from '@perktree/platform/outages';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/** Answers that share one query for the newest event. */
const ASKING_TOGETHER = { max: 1_000, underWay: 2 };

/**
 * `X-Position` on the answer of a command that stored nothing, such as a repeated claim: the newest position, so that a read
 * with it shows what the command found. Install it before the idempotency keys, which keep the header.
 */
export function answerNewestPosition(
  scope: FastifyInstance,
  { store, logger }: { readonly store: Pick<EventStore, 'head'>; readonly logger: Pick<FastifyBaseLogger, 'warn'> },
): void {
  const newest = coalesced<null, bigint>(async (asked) => {
    const position = await store.head();
    return asked.map(() => position);
  }, ASKING_TOGETHER);

  scope.addHook('onSend', async ({ routeOptions, refusal }, reply) => {
    const { call } = routeOptions.config;
    if (call === undefined || !answersPosition(call) || reply.hasHeader(HEADERS.position)) return;
    if (refusal !== undefined || reply.statusCode >= 300) return;
    try {
      reply.header(HEADERS.position, String(await newest(null)));
    } catch (err) {
      // The command is done: its answer is sent without a position.
      warnOfFailure(logger, err, 'the newest position could not be read');
    }
  });
}
