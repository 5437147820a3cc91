import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@perktree/platform/postgres/embedded/embedded-postgres';
import { readerUrlOf } from '@perktree/platform/postgres/reader-login';
import { withLoginOf } from '@perktree/platform/postgres/standby';
import { createLogger, lineOf, standardError } from '@perktree/platform/process/log';
import { runProgram, ShutdownStack, stopOnSignals } from '@perktree/platform/process/run-program';
import { installationSigningKey } from '../../parts/configuration/audit-signing-key.ts';
import {
  readConfiguration,
  refuseReadUrlAlone,
  WrongConfiguration,
  withSecrets,
} from '../../parts/configuration/configuration.ts';
import { installationSecret } from '../../parts/configuration/installation-secret.ts';
import { productFolder } from '../../parts/ui/product-folder.ts';
import { haproxyPath, NoHaproxy } from '../gateway/haproxy.ts';
import { programsOf, readComposeFile } from './compose-file.ts';
import { portsOf, startAll } from './start-all.ts';

/** Enough for two instances of each service with all their pools. */
const CONNECTIONS = 200;

runProgram(async () => {
  const environment = withSecrets(process.env, process.cwd());
  const configuration = readConfiguration(environment, process.cwd());
  refuseReadUrlAlone(configuration);
  const { dataDir, host, port, databaseUrl, redisUrl, eventStoreUrl } = configuration;
  if (Array.isArray(configuration.trustProxy)) {
    throw new WrongConfiguration(
      'TRUST_PROXY is wrong: the gateway takes the number of reverse proxies in front of it.',
    );
  }
  const haproxy = haproxyPath();
  if (haproxy === null) throw new NoHaproxy();
  const root = productFolder();
  const parts = new ShutdownStack(createLogger({ level: configuration.logLevel }));
  // Handle signals first, so that Ctrl+C during the start leaves no processes behind.
  let stopping = false;
  const stop = () => {
    stopping = true;
    return parts.closeAll();
  };
  const { fail } = stopOnSignals({ stop });
  const onDatabaseEnd = () => {
    if (!stopping) fail('the embedded database has ended by itself; start again');
  };
  const database = databaseUrl ?? (await embedded(dataDir, parts, onDatabaseEnd));
  const sessionSecret = configuration.sessionSecret ?? installationSecret(dataDir);
  const readUrl = configuration.databaseReadUrl ?? readerUrlOf(database, sessionSecret);
  const programs = programsOf(readComposeFile(readFileSync(join(root, 'docker-compose.yml'), 'utf8')));
  const ports = await portsOf(programs, host, port);
  if (stopping) return;
  const services = startAll({
    ports,
    engines: {
      DATABASE_URL: database,
      DATABASE_READ_URL: readUrl,
      DATABASE_PRIMARY_URL: withLoginOf(database, readUrl),
      REDIS_URL: redisUrl ?? undefined,
      EVENT_STORE_URL: eventStoreUrl ?? undefined,
    },
    values: {
      ...environment,
      SESSION_SECRET: sessionSecret,
      AUDIT_SIGNING_KEY: configuration.auditSigningKey ?? installationSigningKey(dataDir),
    },
    haproxy,
    cwd: root,
    dataDir,
    host,
    onStart: (name, pid) => console.log(`  ${name.padEnd(20)} process ${pid}`),
    onReady: (name) => console.log(`  ${name.padEnd(20)} ready`),
    onOutput: (name, line) => standardError().write(`${lineOf(line, name)}\n`),
  });
  parts.add(() => services.stop());
  const url = await services.ready.catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  if (!stopping) console.log(`\nPerkTree is ready at ${url}\n\nStop it with Ctrl+C.`);
});

async function embedded(dataDir: string, parts: ShutdownStack, onEnd: () => void): Promise<string> {
  const starting = startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), maxConnections: CONNECTIONS });
  parts.add(async () => (await starting).stop());
  const { connectionString, exited } = await starting;
  void exited.then(onEnd);
  return connectionString;
}
