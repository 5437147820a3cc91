import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { startStandalone } from '../compose.ts';
import { type Configuration, readConfiguration } from '../configuration.ts';
import { fillDemoBusiness } from '../demo/demo-business.ts';

/** A demo business that is running, on a database of its own. */
export interface ThrowAwayDemo {
  readonly configuration: Configuration;
  /** Ends it, and removes its data. */
  throwAway(): Promise<void>;
}

/** Makes a demo business in a temporary folder; whatever engines the environment names are left alone. */
export async function startDemo(logger: FastifyBaseLogger): Promise<ThrowAwayDemo> {
  const folder = mkdtempSync(join(tmpdir(), 'perktree-audit-'));
  const configuration = readConfiguration({ DATA_DIR: folder, PORT: '0' }, folder);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const product = await startStandalone(configuration, logger);
    await fillDemoBusiness(product.app, product.grantSuperadmin);
    return {
      configuration,
      async throwAway() {
        await product.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
