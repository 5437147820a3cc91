import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createLogger } from '../log.ts';
import { runProgram, stopOnSignals } from '../run-program.ts';

/** Starts, prints that, and then has an uncaught error: a rejection, an exception, or one while stopping. */
runProgram(async () => {
  const way = process.argv[2];
  if (way === 'full disk') writeFileSync('/dev/full', 'data');
  if (way === 'strange host') await once(createServer().listen(3_000, '192.0.2.1'), 'listening');
  if (way === 'not a folder') mkdirSync('/dev/null/data');
  // biome-ignore lint/style/noRestrictedGlobals: keeps a program alive until it is killed
  const keepsAlive = setInterval(() => {}, 1_000);
  const { fail } = stopOnSignals({
    stop: async () => {
      // As the embedded database does that is stopped here: its end is no failure then.
      fail('a part has ended');
      if (way === 'stop') throw new Error('one of its parts failed');
      clearInterval(keepsAlive);
      console.log('stopped in order');
    },
  });
  console.log('ready');
  if (way === 'rejection') void Promise.reject(new Error('one of its parts failed'));
  if (way === 'exception') {
    setImmediate(() => {
      throw new Error('one of its parts failed');
    });
  }
  if (way === 'log lines') {
    const logger = createLogger({});
    for (let line = 0; line < 1_000; line += 1) {
      logger.info({ line }, 'a line of the log');
      await new Promise(setImmediate);
    }
    process.kill(process.pid, 'SIGTERM');
  }
  if (way === 'stop' || way === 'nothing') process.kill(process.pid, 'SIGTERM');
});
