import { parseArgs } from 'node:util';
import { createLogger } from '@perktree/platform/process/log';
import { runProgram, stopOnSignals } from '@perktree/platform/process/run-program';
import { readConfiguration, WrongConfiguration } from '../parts/configuration/configuration.ts';
import { startStandalone } from './compose.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo/demo-business.ts';
import { DEMO_MONTHS } from './demo/fill-demo.ts';
import { LARGE, type LargeSizes, MEDIUM } from './demo/large-past.ts';

const FLAGS = {
  demo: { type: 'boolean', default: false },
  /** The business of a large customer instead, to try screens and reports with many rows. */
  'demo-large': { type: 'boolean', default: false },
  /** A business of the same shape with few rows, for tests. */
  'demo-medium': { type: 'boolean', default: false },
  /** Months of history in the demo; 0: only today. */
  'demo-months': { type: 'string', default: String(DEMO_MONTHS) },
} as const;
/** The QR codes of the demo are valid for a year. */
const MAX_MONTHS = 11;
const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

async function main(): Promise<void> {
  const flags = readFlags();
  const configuration = readConfiguration(process.env, process.cwd());
  const sizes = flags['demo-large'] ? LARGE : flags['demo-medium'] ? MEDIUM : null;
  const isDemo = flags.demo || sizes !== null;
  if (isDemo && !LOOPBACK.has(configuration.host)) {
    throw new WrongConfiguration(
      'HOST is wrong: --demo makes accounts with a known password, so it takes 127.0.0.1 only.',
    );
  }
  const months = Number(flags['demo-months']);
  if (!Number.isInteger(months) || months < 0 || months > MAX_MONTHS) {
    throw new WrongConfiguration(`--demo-months takes a whole number from 0 to ${MAX_MONTHS}.`);
  }
  // Logs go to stderr, so that stdout stays readable.
  const logger = createLogger({ level: configuration.logLevel });
  // The addresses of a demo are invented, so it sends no mail even if SMTP_URL is set.
  const product = await startStandalone(isDemo ? { ...configuration, mail: 'mailbox' } : configuration, logger);

  const { fail } = stopOnSignals(product, logger);
  void product.databaseLost.then(() => fail('the embedded database has ended by itself; start again'));

  if (isDemo) await demo(product, sizes ?? months);
  say(
    '',
    `PerkTree is ready at ${product.url}`,
    ...(product.publicUrl === product.url ? [] : [`Visitors reach it at ${product.publicUrl}`]),
    '',
    ...(isDemo ? [] : whatToTryFirst(product.publicUrl)),
    'Stop it with Ctrl+C.',
  );
}

/** @throws WrongConfiguration with the valid flags */
function readFlags() {
  try {
    return parseArgs({ options: FLAGS }).values;
  } catch (error) {
    const known = Object.keys(FLAGS).map((name) => `--${name}`);
    throw new WrongConfiguration(
      `${error instanceof Error ? error.message : error}. npm start -- takes ${known.join(', ')}.`,
    );
  }
}

async function demo(product: Awaited<ReturnType<typeof startStandalone>>, history: number | LargeSizes): Promise<void> {
  if (await product.isEmpty()) {
    say('Filling the demo business…');
    if (typeof history === 'number') await product.fillDemo(history);
    else await product.fillLarge(history);
  } else {
    say('The store is not empty, so nothing was added. If it was filled by --demo, these accounts are in it:');
  }
  say('', `Demo accounts, all with the password ${DEMO_PASSWORD}`);
  for (const { role, email, seesFirst } of DEMO_ACCOUNTS) say(`  ${role.padEnd(12)} ${email.padEnd(36)} ${seesFirst}`);
  say('', `Mails of the demo: ${product.publicUrl}/mailbox`);
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
