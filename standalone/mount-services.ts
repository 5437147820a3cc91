import type { CommandService } from '@perktree/command-service/service';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { type CommandsOnly, mountCommands, type SharedByServices } from './mount-commands.ts';
import { mountQueries, type QueriesOnly } from './mount-queries.ts';

/** Every call of the product on one app. */
export async function mountServices(
  app: FastifyInstance,
  {
    reading,
    ...shared
  }: SharedByServices &
    CommandsOnly &
    QueriesOnly & {
      /** Connections of a login that only reads. */
      readonly reading: Pool;
    },
): Promise<CommandService> {
  const commands = await mountCommands(app, shared);
  mountQueries(app, {
    ...shared,
    pool: reading,
    identity: { ...shared.identity, ...shared.identity.readsFrom(reading) },
  });
  return commands;
}
