import { pino } from 'pino';
import { stopOnSignals } from '../../process/run-program.ts';
import { createApp } from '../app.ts';

/** A server process for tests with a limit on open files. Prints its port. */
const logger = pino(pino.destination(2));
const app = createApp({ logger, publicOrigin: null });
app.get('/answer', async () => ({ answered: true }));
app.get('/never', () => new Promise(() => {}));
await app.listen({ port: 0, host: '127.0.0.1' });
stopOnSignals({ stop: () => app.close() }, logger);
const address = app.server.address();
console.log(typeof address === 'object' ? address?.port : '');
