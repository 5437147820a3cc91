/** A process that starts the database on the folder of its first argument, says where it is, and waits to be killed. */
import { startEmbeddedPostgres } from '../embedded-postgres.ts';

const { connectionString } = await startEmbeddedPostgres({ dataDir: String(process.argv[2]) });
process.stdout.write(`${connectionString}\n`);
// biome-ignore lint/style/noRestrictedGlobals: keeps a program alive until it is killed
setInterval(() => {}, 60_000);
