const POSTGRES_HOW =
  'skipped; set DATABASE_URL to postgres://user:password@host/database, of a role that may create databases';
const EVENT_STORE_HOW =
  'EventStoreDB, a server of yours: skipped; set EVENT_STORE_URL to esdb://user:password@host:2113?tls=true';

/**
 * Runs the event store contract suite on every available engine. The summary has a line for each engine.
 * @param runSpecs runs specs with settings: whether they passed, and why some were skipped
 * @param onContainers runs specs on engines in containers (`runOnContainers`)
 * @returns whether nothing failed
 */
export async function testEngines({ environment, runSpecs, onContainers, isStopped = () => false, print }) {
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

  try {
    await run('Postgres, embedded', ['event-store/postgres']);
    const postgres = 'Postgres server of DATABASE_URL';
    if (TEST_DATABASE_URL) await run(postgres, ['event-store/postgres'], { TEST_DATABASE_URL });
    else lines.push(`Postgres server: ${POSTGRES_HOW}`);
    await run('EventStoreDB, a double of its protocol', ['event-store/eventstoredb']);
    const real = 'EventStoreDB at EVENT_STORE_URL';
    const settings = { TEST_EVENT_STORE_URL: EVENT_STORE_URL };
    if (EVENT_STORE_URL) await run(real, ['event-store/eventstoredb/real-server'], settings);
    else lines.push(EVENT_STORE_HOW);
    if (!isStopped()) {
      const { skipped, failures } = await onContainers(run);
      failed ||= failures.length > 0;
      lines.push(...skipped, ...failures);
    }
  } catch (error) {
    failed = true;
    lines.push(`Engines in containers: FAILED: ${error.message}`);
  } finally {
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
