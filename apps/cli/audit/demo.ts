import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { readConfiguration } from '../../parts/configuration/configuration.ts';
import { startStandalone } from '../../standalone/compose.ts';
import { fillDemoBusiness } from '../../standalone/demo/demo-business.ts';
import { openForOperator } from '../open-for-operator.ts';

/** Starts a demo business with its data in a temporary folder. Ignores databases that the environment names. */
export async function startDemo(logger: FastifyBaseLogger) {
  const folder = mkdtempSync(join(tmpdir(), 'perktree-audit-'));
  const configuration = readConfiguration({ DATA_DIR: folder, PORT: '0' }, folder);
  let product: Awaited<ReturnType<typeof startStandalone>> | undefined;
  /** Stops it and deletes its data. */
  const remove = async () => {
    await product?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    product = await startStandalone(configuration, logger);
    await fillDemoBusiness(product.app, product.grantSuperadmin);
  } catch (error) {
    await remove();
    throw error;
  }
  return { open: () => openForOperator(configuration, logger), remove };
}
