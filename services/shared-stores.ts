import { projectorLag } from '@perktree/projector/lag';
import { openStores, type Stores } from '@perktree/standalone/open-stores';
import type { ServiceContext } from './service.ts';

/** The database of DATABASE_URL. @throws where the setting is missing, which `required` has made sure of */
export function databaseUrl({ configuration }: Pick<ServiceContext, 'configuration'>): string {
  return must(configuration.databaseUrl);
}

/** A setting that the service's `required` names, so that it is there. */
export function must<T>(value: T | null): T {
  if (value === null) throw new Error('A required setting is missing.');
  return value;
}

/**
 * The stores that the services share, and how far the read models are.
 * @param connectionString of the database, where it is not to be used as DATABASE_URL says
 */
export async function openSharedStores(
  context: ServiceContext,
  applicationName: string,
  connectionString = databaseUrl(context),
): Promise<Stores & { lagNow: () => ReturnType<typeof projectorLag> }> {
  const { configuration, logger, parts, metrics } = context;
  const stores = await openStores({ configuration, connectionString, applicationName, logger, parts, metrics });
  return {
    ...stores,
    lagNow: () => projectorLag({ ...stores, positionsHaveGaps: configuration.eventStoreUrl !== null }),
  };
}
