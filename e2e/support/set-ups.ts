import { startServer } from './postgres-server.ts';
import { PROGRAM, type Product, removeData, SERVICES_PROGRAM, startProduct } from './product.ts';

/** For two of each service, with all their pools. */
const MANY_CONNECTIONS = 200;

export interface RunningSetUp {
  readonly product: Product;
  stop(): Promise<void>;
}

/** The ways in which the product is run. What it does is the same in all of them. */
export const SET_UPS = {
  embedded: async () => running(await startProduct()),
  'a Postgres server': () => onServers(PROGRAM),
  'services apart, two of each': () => onServers(SERVICES_PROGRAM),
} as const satisfies Record<string, () => Promise<RunningSetUp>>;

export type SetUp = keyof typeof SET_UPS;

async function onServers(program: string): Promise<RunningSetUp> {
  const server = await startServer({ maxConnections: MANY_CONNECTIONS });
  try {
    return running(await startProduct({ program, env: { DATABASE_URL: server.url } }), () => server.stop());
  } catch (error) {
    await server.stop();
    throw error;
  }
}

function running(product: Product, stopServers: () => Promise<void> = async () => {}): RunningSetUp {
  return {
    product,
    async stop() {
      await product.stop();
      removeData(product);
      await stopServers();
    },
  };
}
