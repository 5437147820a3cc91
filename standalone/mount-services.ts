import type { CommandService } from '@perktree/command-service/service';
import type { FastifyInstance } from 'fastify';
import { type CommandsOnly, mountCommands, type SharedByServices } from './mount-commands.ts';
import { mountQueries } from './mount-queries.ts';

/** Every call of the product on one app. */
export function mountServices(app: FastifyInstance, shared: SharedByServices & CommandsOnly): CommandService {
  const commands = mountCommands(app, shared);
  mountQueries(app, shared);
  return commands;
}
