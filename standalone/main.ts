import { parseArgs } from 'node:util';
import { createLogger } from '@perktree/platform/process/log';
import { runProgram, stopOnSignals } from '@perktree/platform/process/run-program';
import { startStandalone } from './compose.ts';
import { readConfiguration, WrongConfiguration } from './configuration.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo/demo-business.ts';
import { DEMO_MONTHS } from './demo/fill-demo.ts';

const FLAGS = {
  demo: { type: 'boolean', default: false },
  /** Months of history that the demo begins with; 0: today alone. */
  'demo-months': { type: 'string', default: String(DEMO_MONTHS) },
} as const;
/** The QR codes of the demo are valid for a year. */
const MOST_MONTHS = 11;
const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

async function main(): Promise<void> {
  const { values: flags } = parseArgs({ options: FLAGS });
  const configuration = readConfiguration(process.env, process.cwd());
  if (flags.demo && !LOOPBACK.has(configuration.host)) {
    throw new WrongConfiguration(
      'HOST is wrong: --demo makes accounts with a known password, so it takes 127.0.0.1 only.',
    );
  }
  const months = Number(flags['demo-months']);
  if (!Number.isInteger(months) || months < 0 || months > MOST_MONTHS) {
    throw new WrongConfiguration(`--demo-months takes a whole number from 0 to ${MOST_MONTHS}.`);
  }
  // Logs go to stderr, so that what a person is told stays readable.
  const logger = createLogger({ level: configuration.logLevel });
  const product = await startStandalone(configuration, logger);

  const { fail } = stopOnSignals(product, logger);
  void product.databaseLost.then(() => fail('the embedded database has ended by itself; start again'));

  if (flags.demo) await demo(product, months);
  say(
    '',
    `PerkTree is ready at ${product.url}`,
    ...(product.publicUrl === product.url ? [] : [`Visitors reach it at ${product.publicUrl}`]),
    '',
    ...(flags.demo ? [] : whatToTryFirst(product.publicUrl)),
    'Stop it with Ctrl+C.',
  );
}

async function demo(product: Awaited<ReturnType<typeof startStandalone>>, months: number): Promise<void> {
  if (await product.isEmpty()) {
    say('Filling the demo business…');
    await product.fillDemo(months);
  } else {
    say('The store is not empty, so nothing was added. If it was filled by --demo, these accounts are in it:');
  }
  say('', `Demo accounts, all with the password ${DEMO_PASSWORD}`);
  for (const { role, email, seesFirst } of DEMO_ACCOUNTS) say(`  ${role.padEnd(12)} ${email.padEnd(36)} ${seesFirst}`);
}

function whatToTryFirst(url: string): string[] {
  return [
    'Try first:',
    `  1. Open ${url}, choose Business Login and register: that makes you a site owner.`,
    '  2. Sites → Create Site, then QR Management → Create New QR Code.',
    '  3. Show QR Code → open the distributor link in a private window and claim it.',
    '  4. Open the customer link in another one, and redeem.',
    '  Or start with `npm start -- --demo` on an empty store.',
    '',
  ];
}

function say(...lines: string[]): void {
  for (const line of lines) console.log(line);
}

runProgram(main);
