import type { Clients } from './clients.ts';
import type { SimulatedProduct } from './simulated-product.ts';

const SECOND_MS = 1_000;
/** Longest time until a killed process restarts, and until a frozen one continues. */
const MAX_DOWN_MS = 2 * SECOND_MS;
const MAX_FROZEN_MS = 8 * SECOND_MS;
/** Clocks of processes differ by at most this. */
const MAX_SKEW_MS = 2 * SECOND_MS;
/** Highest probability of each fault at a single step. */
const MAX_FAILING = 0.03;
/** Most events that a failover loses. */
const MAX_LOST = 5;

/** Number of faults of each kind. */
export type Counts = Record<string, number>;

/** Injects faults until it is stopped. One seed of ten has none. */
export class Faults {
  private isOver = false;
  readonly counts: Counts = {};

  constructor(
    private readonly product: SimulatedProduct,
    private readonly clients: Clients,
  ) {}

  async run(): Promise<void> {
    const { dice, time, chances } = this.product;
    if (dice.next() < 0.1) return;
    const severity = dice.next();
    chances.fails = severity * MAX_FAILING;
    chances.answerIsLost = dice.next() * severity * MAX_FAILING;
    chances.stalls = dice.next() * severity * MAX_FAILING;
    const pause = 500 + dice.next() * 4_000;
    while (!this.isOver) {
      await time.sleep(dice.next() * pause);
      if (!this.isOver) await this.inject();
    }
  }

  /** Ends all faults and restarts dead processes. */
  async stop(): Promise<void> {
    this.isOver = true;
    const { chances, commands, projectors } = this.product;
    Object.assign(chances, { fails: 0, answerIsLost: 0, stalls: 0 });
    for (const machine of [...commands.map((process) => process.machine), ...projectors]) machine.thaw();
    for (const [n, { machine }] of commands.entries()) if (!machine.isAlive) await this.product.startCommands(n);
    for (const [n, machine] of projectors.entries()) if (!machine.isAlive) this.product.startProjector(n);
  }

  private async inject(): Promise<void> {
    const { dice, commands, projectors } = this.product;
    const n = dice.int(2);
    const command = commands[n];
    const kind = dice.pick(['kill', 'kill projector', 'kill projector', 'freeze', 'clock', 'failover'] as const);
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    if (kind === 'kill' || kind === 'kill projector') return this.kill(n, kind === 'kill projector');
    if (kind === 'freeze') return dice.pick([command?.machine, projectors[n]])?.freeze(dice.next() * MAX_FROZEN_MS);
    if (kind === 'failover') return this.failOver();
    if (command) command.skew = (dice.next() * 2 - 1) * MAX_SKEW_MS;
  }

  private async kill(n: number, isProjector: boolean): Promise<void> {
    const { product } = this;
    const { dice, time, commands, projectors } = product;
    const skew = commands[n]?.skew;
    (isProjector ? projectors[n] : commands[n]?.machine)?.die();
    await time.sleep(dice.next() * MAX_DOWN_MS);
    if (this.isOver) return;
    if (isProjector) product.startProjector(n);
    else await product.startCommands(n, skew);
  }

  private failOver(): void {
    const { product, clients } = this;
    const lost = 1 + product.dice.int(MAX_LOST);
    // The seeded history is on every replica.
    if (product.log.all.length - lost < product.seeded) return;
    product.loseNewest(lost);
    clients.forgetAnswers();
  }
}
