import * as fc from 'fast-check';
import { COMMANDS, type CommandName } from './commands/catalogue.ts';
import { OTHER_CALLER_IN } from './dice.ts';
import type { Step } from './run.ts';

const numbers = fc.array(fc.nat(255), { minLength: 16, maxLength: 16 });

/** Numbers that always choose the intended caller. */
const byTheIntendedCaller = numbers.map((some) =>
  some.map((number) => (number % OTHER_CALLER_IN === OTHER_CALLER_IN - 1 ? number - 1 : number)),
);

const command = fc.oneof(
  ...Object.entries(COMMANDS).map(([name, [weight]]) => ({ weight, arbitrary: fc.constant(name as CommandName) })),
);
const isRepeated = fc.nat(9).map((number) => number === 9);

/** @param oneIn one in this many steps is repeated */
function stepOf(oneIn: number): fc.Arbitrary<Step> {
  const once = { weight: oneIn - 1, arbitrary: fc.constant(1) };
  const times = fc.oneof(once, { weight: 1, arbitrary: fc.integer({ min: 2, max: 6 }) });
  return fc.record({ command, numbers, times, isRepeated });
}

const BEGINNING: readonly CommandName[] = [
  ...(['subscribe', 'confirmCheckout', 'createSite', 'configureSite', 'createRoot', 'claim'] as const),
  ...(['inviteStaff', 'acceptInvitation', 'split', 'claim', 'split', 'claim'] as const),
  ...(['scan', 'redeem', 'redeem', 'generatePayouts'] as const),
];

const simplest = (...commands: readonly CommandName[]): readonly Step[] =>
  commands.map((command) => ({ command, numbers: [], times: 1, isRepeated: false }));

/** The set-up steps with the simplest choices: a QR code is split, claimed, redeemed and paid for. */
const simplestBeginning = simplest(...BEGINNING);

/** Set-up steps, without which a short run would have no objects. Some are omitted at random. */
function beginning(times: fc.Arbitrary<number>): fc.Arbitrary<readonly Step[]> {
  const given = (name: CommandName): fc.Arbitrary<readonly Step[]> => {
    const one = fc.record({
      command: fc.constant(name),
      numbers: byTheIntendedCaller,
      times,
      isRepeated: fc.constant(false),
    });
    return fc.option(one, { freq: 12 }).map((some) => (some ? [some] : []));
  };
  return fc.tuple(...BEGINNING.map(given)).map((steps) => steps.flat());
}

/** Sequential steps. */
export const stepsInTurn: fc.Arbitrary<readonly Step[]> = fc
  .tuple(beginning(fc.constant(1)), fc.array(stepOf(12), { minLength: 1, maxLength: 25, size: 'max' }))
  .map(([first, then]) => [...first, ...then]);

const burst = fc.array(stepOf(3), { minLength: 2, maxLength: 6, size: 'max' });

const MONEY: readonly CommandName[] = [
  ...([
    'redeem',
    'redeemByToken',
    'redeemByToken',
    'scan',
    'reverse',
    'reverse',
    'generatePayouts',
    'markPaid',
  ] as const),
  ...(['cancelPayout', 'writeOff', 'claim', 'block', 'unblock', 'configureSite', 'edit', 'timePasses'] as const),
];
const moneyStep = fc.record({
  command: fc.constantFrom(...MONEY),
  numbers: byTheIntendedCaller,
  times: fc.constantFrom(1, 1, 2),
  isRepeated: fc.constant(false),
});

/** A paid sale is reversed and its negative balance written off; after that, random commands about money. */
export const moneySteps: fc.Arbitrary<readonly Step[]> = fc
  .array(moneyStep, { minLength: 30, maxLength: 50, size: 'max' })
  .map((then) => [...simplestBeginning, ...simplest('markPaid', 'reverse', 'writeOff'), ...then]);

/** Concurrent steps in sequential bursts. */
export const bursts: fc.Arbitrary<readonly (readonly Step[])[]> = fc
  .tuple(beginning(fc.integer({ min: 1, max: 3 })), fc.array(burst, { minLength: 1, maxLength: 5, size: 'max' }))
  .map(([first, then]) => [...first.map((one) => [one]), ...then]);

/** `losses[n]`: newest events that the store loses before burst n; usually 0. */
export const burstsWithLosses = fc.record({
  bursts,
  losses: fc.array(
    fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 6 }) }),
    {
      minLength: 20,
      maxLength: 20,
    },
  ),
});
