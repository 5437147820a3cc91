import { LANGUAGES } from '@perktree/contracts/kernel/languages';
import { Command, Option, type OutputConfiguration } from 'commander';
import { addAccounts } from './accounts/commands.ts';
import { addAudit } from './audit/commands.ts';
import { asOneLine, publicKey, repeated, signedHead, time, times, uuid } from './options.ts';
import { type Add, type Load, loadedAction } from './session.ts';

export type Execute = <Options extends { readonly json?: boolean }>(
  load: Load<Options>,
  options: Options,
  names: readonly string[],
) => Promise<void>;

const EXIT_CODES = `
Exit codes:
  0    done
  1    done, and data differs (rows, commissions, the chain of events), or there is nothing to show or change
  2    failed; the message says why
  130  interrupted`;

/** Every command and option of `npm run perktree`. */
export function createProgram(execute: Execute, output: OutputConfiguration = {}): Command {
  const program = new Command('npm run perktree --')
    .description('Operate PerkTree: beside the running product, or while it is stopped.')
    .addHelpText('after', EXIT_CODES)
    .configureOutput(output)
    .showHelpAfterError()
    .exitOverride();

  function add<Options extends object>(command: Command, load: Load<Options>): void {
    command
      .option('--json', 'print one line of JSON')
      .action(() => execute(load, command.opts<Options & { readonly json?: boolean }>(), command.args));
  }

  add(
    program.command('rebuild').description('rebuild the data of every screen from the events'),
    async () => (await import('./projections/projections.ts')).rebuildEverything,
  );
  add(
    program
      .command('verify')
      .description(
        'compare the data of every screen with a replay of the events, byte for byte, and texts with their hashes',
      ),
    async () => (await import('./projections/projections.ts')).verifyEverything,
  );
  addProjections(program.command('projections').description('list, rebuild, pause and swap read models'), add);
  addAudit(program.command('audit').description('recompute commissions, close months, ask what if'), add);
  addBackup(program, add);
  addChain(program.command('chain').description('verify and sign the chain over all events'), add);
  addStatement(program.command('statement').description('write a statement that proves itself'), add);
  addMigrateEvents(program.command('migrate-events').description('copy all events to another store'), add);
  addAccounts(
    program.command('accounts').description('list accounts, grant and revoke roles, reset passwords, end sessions'),
    add,
  );
  addMails(program.command('mails').description('list mails that were given up, and send them again'), add);
  addWebhooks(
    program.command('webhooks').description('list messages that endpoints rejected, and send them again'),
    add,
  );
  add(
    program
      .command('trace')
      .description('list the events of a request or job, and which read models have them')
      .argument('<CORRELATION-ID>', 'as answers and error pages show it'),
    async () => (await import('./trace.ts')).trace,
  );
  return program;
}

function addProjections(projections: Command, add: Add): void {
  const leaf = (name: string, description: string) =>
    projections
      .command(name)
      .description(description)
      .option('--only <name>', 'one read model; repeatable', repeated(String));
  const dryRun = (command: Command) => command.option('--dry-run', 'print what would be done');
  const action = loadedAction(() => import('./projections/projections.ts'));
  add(leaf('list', 'status, position, lag and rows of every read model'), action('listAction'));
  add(
    dryRun(leaf('rebuild', 'fill copies beside the live tables, compare, swap; continues an interrupted rebuild'))
      .addOption(new Option('--no-swap', 'leave the copies ready for a later swap').conflicts('evenIfDifferent'))
      .option('--even-if-different', 'also swap copies whose rows differ from the live tables')
      .option('--fresh', 'start from the first event'),
    action('rebuildAction'),
  );
  add(dryRun(leaf('pause', 'stop read models; readers keep the rows and do not wait')), action('pauseAction'));
  add(dryRun(leaf('resume', 'continue paused and failed read models')), action('resumeAction'));
  add(dryRun(leaf('swap', 'switch readers to copies that are ready')), action('swapAction'));
  add(dryRun(leaf('verify', 'compare with a replay of the events, byte for byte')), action('verifyAction'));
  add(
    dryRun(leaf('drop', 'drop the tables that served before the last swap')).option(
      '--unfinished',
      'drop the copies of unfinished rebuilds instead',
    ),
    action('dropAction'),
  );
}

function addBackup(program: Command, add: Add): void {
  add(
    program
      .command('backup')
      .description('write events and accounts to one file; the product may run')
      .requiredOption('--to <file>', 'the new file'),
    async () => (await import('./backup/backup.ts')).backup,
  );
  add(
    program
      .command('backup-event-store')
      .description('copy the files of a running EventStoreDB, in the order that a restore needs')
      .requiredOption('--from <folder>', 'its data folder')
      .requiredOption('--to <folder>', 'an empty or new folder')
      .option('--index <folder>', 'its index folder (default: index in the data folder)'),
    async () => (await import('./backup/event-store-files.ts')).backupEventStore,
  );
  add(
    program
      .command('restore')
      .description('fill an empty store from a backup, build the read models and verify both')
      .requiredOption('--from <file>', 'the backup')
      .option('--erased <file>', 'ids of accounts to erase again, in addition to the file erased-accounts of DATA_DIR'),
    async () => (await import('./backup/restore/restore.ts')).restore,
  );
  add(
    program
      .command('after-restore')
      .description('after a restore by your own database tools: end all sessions, erase the accounts of a file again')
      .argument('[FILE]', 'ids of erased accounts, as `accounts list-erased` prints them'),
    async () => (await import('./backup/restore/after-restore.ts')).afterRestore,
  );
}

function addChain(chain: Command, add: Add): void {
  const action = loadedAction(() => import('./chain/chain.ts'));
  add(
    chain
      .command('verify')
      .description('hash all events again and name the first that differs from its record or a signed head')
      .option('--heads <file>', 'heads from elsewhere: a saved answer of GET /api/audit/heads')
      .option('--head <json>', 'a head from elsewhere; repeatable', signedHead)
      .option('--known-gap <start>', 'the start of a gap in the heads that you have explained; repeatable', times)
      .option('--key <public-key>', 'the key that signed them, if the store no longer has it', publicKey),
    action('verify'),
  );
  add(chain.command('sign').description('chain the newest events, then sign and publish the head'), action('sign'));
  add(chain.command('heads').description('list the signed heads, newest first'), action('heads'));
  add(
    chain.command('key').description('list the public keys with their dates and the keys that signed them'),
    action('key'),
  );
  add(
    chain
      .command('rotate')
      .description('replace the signing key; the old one signs that the new one takes over now')
      .option('--new-key <file>', 'with AUDIT_SIGNING_KEY: the new private key; created if the file does not exist'),
    action('rotate'),
  );
  add(
    chain
      .command('revoke')
      .description('revoke an earlier key: what it signed from a time on does not count')
      .argument('<KEY-ID>', 'as `chain key` lists it')
      .requiredOption('--reason <text>', 'why, in one line', asOneLine)
      .option('--from <date>', 'from this day or time on (default: now)', time),
    action('revoke'),
  );
}

function addStatement(statement: Command, add: Add): void {
  add(
    statement
      .addHelpText('after', '\n`node scripts/verify-statement.mjs FILE` checks it without server and database.')
      .addOption(new Option('--distributor <id>', 'of one distributor; without data of others').conflicts('site'))
      .option('--site <id>', 'of one site', uuid)
      .requiredOption('--from <date>', 'from this day, or ISO 8601 time in UTC', time)
      .requiredOption('--to <date>', 'before this day or time', time)
      .requiredOption('--out <file>', 'the new JSON file; compressed where it ends with .gz')
      .option('--pdf <file>', 'also a PDF, with the fingerprint of the JSON file')
      .option('--after <file>', 'the statement that ends where this one begins: it is named as the predecessor')
      .addOption(new Option('--language <code>', 'of the PDF').choices(LANGUAGES).default('en')),
    async () => (await import('./statement/statement.ts')).statement,
  );
}

function addMigrateEvents(migrateEvents: Command, add: Add): void {
  add(
    migrateEvents
      .addHelpText(
        'after',
        `
Stores: embedded (the database in DATA_DIR), postgres://user:password@host/database, esdb://host:port.
Stop the product first. Run the command again to continue an interrupted copy.`,
      )
      .requiredOption('--from <store>', 'where the events are')
      .requiredOption('--to <store>', 'where they are copied to')
      .option(
        '--accounts',
        'also copy accounts, sessions, webhook endpoints and signed heads; between Postgres databases',
      )
      .option(
        '--positions',
        'also let webhooks, mails and the audit chain continue in the target; between Postgres and EventStoreDB',
      ),
    async () => (await import('./migrate-events/migrate-events.ts')).migrate,
  );
}

const YES = ['--yes', 'send; without it the command only shows what it would send'] as const;

function addMails(mails: Command, add: Add): void {
  const action = loadedAction(() => import('./queues/mails.ts'));
  add(mails.command('failed').description('mails that bounced or have failed, newest first'), action('failed'));
  add(
    mails
      .command('resend')
      .description('queue them again')
      .option('--only <id>', 'one mail; repeatable', repeated(String))
      .option(...YES),
    action('resendMail'),
  );
}

function addWebhooks(webhooks: Command, add: Add): void {
  const action = loadedAction(() => import('./queues/webhooks.ts'));
  const leaf = (name: string, description: string) =>
    webhooks.command(name).description(description).option('--endpoint <id>', 'of one endpoint', uuid);
  add(
    leaf('parked', 'messages that an endpoint rejected while it accepted later ones, oldest first'),
    action('parked'),
  );
  add(leaf('resend', 'send them again').option(...YES), action('resendWebhook'));
}
