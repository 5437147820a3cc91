import type { CommandService } from '@perktree/command-service/service';
import type { FastifyInstance } from 'fastify';
import { type CommandsOnly, mountCommands, type SharedByServices } from './mount-commands.ts';
import { mountQueries, type QueriesOnly } from './mount-queries.ts';

/** Every call of the product on one app. */
export function mountServices(
  app: FastifyInstance,
  shared: SharedByServices & CommandsOnly & QueriesOnly,
): CommandService {
  const commands = mountCommands(app, shared);
  mountQueries(app, shared);
  return commands;
}
