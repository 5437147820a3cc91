import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@perktree/platform/postgres/embedded/embedded-postgres';
import { readerUrlOf } from '@perktree/platform/postgres/reader-login';
import { OpenedParts, runProgram, stopOnSignals } from '@perktree/platform/process/run-program';
import { installationSigningKey } from '@perktree/standalone/audit-signing-key';
import { readConfiguration } from '@perktree/standalone/configuration';
import { installationSecret } from '@perktree/standalone/installation-secret';
import { productFolder } from '@perktree/standalone/product-folder';
import { pino } from 'pino';
import { programsOf, readComposeFile } from './compose-file.ts';
import { startAll } from './start-all.ts';

/** For two of each service, with all their pools. */
const CONNECTIONS = 200;

runProgram(async () => {
  const configuration = readConfiguration(process.env, process.cwd());
  const { dataDir, port, databaseUrl, redisUrl, eventStoreUrl } = configuration;
  const root = productFolder();
  const parts = new OpenedParts(pino({ level: configuration.logLevel }, pino.destination(2)));
  // From the beginning, so that Ctrl+C while it starts leaves nothing behind.
  stopOnSignals({ stop: () => parts.closeAll() });
  const database = databaseUrl ?? (await embedded(dataDir, parts));
  const sessionSecret = configuration.sessionSecret ?? installationSecret(dataDir);
  const services = await startAll({
    programs: programsOf(readComposeFile(readFileSync(join(root, 'docker-compose.yml'), 'utf8'))),
    engines: {
      DATABASE_URL: database,
      DATABASE_READ_URL: configuration.databaseReadUrl ?? readerUrlOf(database, sessionSecret),
      REDIS_URL: redisUrl ?? undefined,
      EVENT_STORE_URL: eventStoreUrl ?? undefined,
    },
    values: {
      ...process.env,
      POSTGRES_PASSWORD: 'in the address',
      SESSION_SECRET: sessionSecret,
      AUDIT_SIGNING_KEY: configuration.auditSigningKey ?? installationSigningKey(dataDir),
    },
    cwd: root,
    port,
    onStart: (name, pid) => console.log(`  ${name.padEnd(20)} process ${pid}`),
    onReady: (name) => console.log(`  ${name.padEnd(20)} ready`),
    onOutput: (text) => process.stderr.write(text),
  });
  parts.add(() => services.stop());
  console.log(`\nPerkTree is ready at ${services.url}\n\nStop it with Ctrl+C.`);
});

async function embedded(dataDir: string, parts: OpenedParts): Promise<string> {
  const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), maxConnections: CONNECTIONS });
  parts.add(() => server.stop());
  return server.connectionString;
}
