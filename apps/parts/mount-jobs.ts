import { installCommandKeys } from '@perktree/command-service/http/idempotency/install';
import type { CommandService } from '@perktree/command-service/service';
import { operationCalls } from '@perktree/contracts/operation/calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { QueueBoard } from '@perktree/platform/jobs/queue-board';
import type { FastifyInstance } from 'fastify';
import { standingWork } from './standing-work.ts';

/** The job queue and what stands still, for superadmins. The queue's commands accept idempotency keys. */
export function mountJobs(app: FastifyInstance, commands: CommandService, board: QueueBoard, dataDir: string): void {
  void app.register(async (scope) => {
    installCommandKeys(scope, commands);
    const { authenticate } = commands;
    mountCall(scope, authenticate, operationCalls.queues, async () => ({ answer: await board.read() }));
    mountCall(scope, authenticate, operationCalls.retryJob, async ({ params: { jobId } }) => {
      await board.retry(jobId);
      return { answer: { id: jobId } };
    });
    mountCall(scope, authenticate, operationCalls.standingWork, async () => ({
      answer: await standingWork({ pool: commands.pool, dataDir }),
    }));
  });
}
