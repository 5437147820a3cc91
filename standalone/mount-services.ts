import type { CommandService } from '@perktree/command-service/service';
import type { FastifyInstance } from 'fastify';
import { type CommandsOnly, mountCommands, type SharedByServices } from './mount-commands.ts';
import { mountQueries, type QueriesOnly } from './mount-queries.ts';

/** Every call of the product on one app. */
export async function mountServices(
  app: FastifyInstance,
  shared: SharedByServices & CommandsOnly & QueriesOnly,
): Promise<CommandService> {
  const commands = await mountCommands(app, shared);
  mountQueries(app, shared);
  return commands;
}
