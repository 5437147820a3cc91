import { operationCalls } from '@perktree/contracts/operation/calls';
import type { FastifyInstance } from 'fastify';
import { mountCall } from '../http/mount-call.ts';
import type { Authenticate } from '../http/session.ts';
import type { QueueBoard } from './queue-board.ts';

/** The queue as superadmins see it, on the process that runs the jobs. */
export function mountQueueBoard(
  app: FastifyInstance,
  { authenticate, board }: { readonly authenticate: Authenticate; readonly board: QueueBoard },
): void {
  mountCall(app, authenticate, operationCalls.queues, async () => ({ answer: await board.read() }));
  mountCall(app, authenticate, operationCalls.retryJob, async ({ params: { jobId } }) => {
    await board.retry(jobId);
    return { answer: { id: jobId } };
  });
}
