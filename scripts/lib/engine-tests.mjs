const POSTGRES_HOW =
  'skipped; set DATABASE_URL to postgres://user:password@host/database, of a role that may create databases';
const EVENT_STORE_HOW =
  'set EVENT_STORE_URL to esdb://user:password@host:2113?tls=true, start Docker, or take the file of ' +
  '`node scripts/build-engine-suite.mjs` to where there is one';

/**
 * Runs the event store contract suite on every available engine. A container that was started is always stopped,
 * and the summary has a line for each engine.
 * @param runSpecs runs specs with settings: whether they passed, and why some were skipped
 * @param startContainer returns an EventStoreDB, or why it cannot start
 * @returns whether nothing failed
 */
export async function testEngines({ environment, runSpecs, startContainer, isStopped = () => false, print }) {
  const { TEST_DATABASE_URL = environment.DATABASE_URL, EVENT_STORE_URL } = environment;
  const lines = [];
  let failed = false;

  async function run(engine, specs, settings = {}) {
    if (isStopped()) return void lines.push(`${engine}: not run, as the tests were stopped`);
    print(`— ${engine}`);
    try {
      const { passed, skipped = [] } = await runSpecs(specs, settings);
      failed ||= !passed;
      lines.push([`${engine}: ${passed ? 'passed' : 'FAILED'}`, ...skippedLines(skipped)].join('; '));
    } catch (error) {
      failed = true;
      lines.push(`${engine}: FAILED: ${error.message}`);
    }
  }

  let real;
  try {
    await run('Postgres, embedded', ['event-store/postgres']);
    const postgres = 'Postgres server of DATABASE_URL';
    if (TEST_DATABASE_URL) await run(postgres, ['event-store/postgres'], { TEST_DATABASE_URL });
    else lines.push(`Postgres server: ${POSTGRES_HOW}`);
    await run('EventStoreDB, a double of its protocol', ['event-store/eventstoredb', 'event-store/testing']);
    real = EVENT_STORE_URL ? { url: EVENT_STORE_URL } : await startContainer();
    if (!real.url) lines.push(`EventStoreDB, a real server: skipped, as ${real.why}; ${EVENT_STORE_HOW}`);
    else {
      const name = `EventStoreDB ${real.image ? `in a container of ${real.image}` : 'at EVENT_STORE_URL'}`;
      await run(name, ['event-store/eventstoredb/real-server'], { TEST_EVENT_STORE_URL: real.url });
    }
  } catch (error) {
    failed = true;
    lines.push(`EventStoreDB, a real server: FAILED: ${error.message}`);
  } finally {
    real?.stop?.();
    print(`\n${lines.join('\n')}`);
  }
  return !failed && !isStopped();
}

function skippedLines(reasons) {
  return [...new Set(reasons)].map((reason) => {
    const count = reasons.filter((each) => each === reason).length;
    return `${count} ${count === 1 ? 'test' : 'tests'} skipped: ${reason}`;
  });
}
