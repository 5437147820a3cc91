import { createPool } from '@perktree/platform/postgres/pool';
import { runProgram, stopOnSignals } from '@perktree/platform/process/run-program';
import fastify, { type FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { redeemInTransaction } from './plain-transaction.ts';
import { answerOf, type Redeemed, RedeemRefused } from './redeemed.ts';
import { createSessions } from './session.ts';
import { redeemByFunction } from './sql-function.ts';

/** A larger pool made neither opponent faster on two cores. */
const POOL_SIZE = 16;
const REDEEM = { transaction: redeemInTransaction, function: redeemByFunction } as const;
const isOpponent = (word: string): word is keyof typeof REDEEM => Object.hasOwn(REDEEM, word);

/** `main.js transaction|function`: serves the benchmark's calls with the product's versions of Fastify and pg. */
async function main(): Promise<void> {
  const kind = process.argv[2] ?? '';
  if (!isOpponent(kind)) throw new Error(`There is no opponent ${kind}`);
  const app: FastifyInstance = fastify({ forceCloseConnections: 'idle' });
  const pool = createPool({
    connectionString: process.env.DATABASE_URL ?? '',
    applicationName: 'opponent',
    max: POOL_SIZE,
  });
  mountRedeem(app, pool, REDEEM[kind]);
  await app.listen({ host: '127.0.0.1', port: 0 });
  stopOnSignals({
    stop: async () => {
      await app.close();
      await pool.end();
    },
  });
  const address = app.server.address();
  console.log(`is ready at http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
}

function mountRedeem(
  app: FastifyInstance,
  pool: Pool,
  redeem: (pool: Pool, token: string, staffId: string) => Promise<Redeemed>,
): void {
  const userOf = createSessions(pool);
  app.post<{ Body: { token: string } }>('/api/staff/redeem', async (request, reply) => {
    const userId = await userOf(/session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1]);
    if (userId === null) return reply.status(401).send({ message: 'Sign in first.' });
    try {
      return answerOf(await redeem(pool, request.body.token, userId));
    } catch (error) {
      if (!(error instanceof RedeemRefused)) throw error;
      return { success: false, message: error.message, code: error.message };
    }
  });
}

runProgram(main);
