import { installCommandKeys } from '@perktree/command-service/idempotency/install';
import type { CommandService } from '@perktree/command-service/service';
import type { QueueBoard } from '@perktree/platform/jobs/queue-board';
import { mountQueueBoard } from '@perktree/platform/jobs/queue-board-routes';
import type { FastifyInstance } from 'fastify';

/** The queue as superadmins see it, on the process that runs the jobs. What they have it do takes an idempotency key, too. */
export function mountJobs(app: FastifyInstance, commands: CommandService, board: QueueBoard): void {
  void app.register(async (scope) => {
    installCommandKeys(scope, commands);
    mountQueueBoard(scope, { authenticate: commands.authenticate, board });
  });
}
