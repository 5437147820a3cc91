import { installCommandKeys } from '@perktree/command-service/api/idempotency/install';
import type { CommandService } from '@perktree/command-service/service';
import type { QueueBoard } from '@perktree/platform/jobs/queue-board';
import { mountQueueBoard } from '@perktree/platform/jobs/queue-board-routes';
import type { FastifyInstance } from 'fastify';

/** The job queue for superadmins. Its commands accept idempotency keys. */
export function mountJobs(app: FastifyInstance, commands: CommandService, board: QueueBoard): void {
  void app.register(async (scope) => {
    installCommandKeys(scope, commands);
    mountQueueBoard(scope, { authenticate: commands.authenticate, board });
  });
}
