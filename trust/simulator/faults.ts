import { DAY_MS } from '@perktree/contracts/durations';
import type { SimulatedProduct } from './simulated-product.ts';

const SECOND_MS = 1_000;
/** How long a dead process stays away, and a frozen one stands still, in milliseconds. */
const LONGEST_AWAY_MS = 2 * SECOND_MS;
const LONGEST_FROZEN_MS = 8 * SECOND_MS;
/** Chances of a single step; how many of them happen is up to the seed. */
const MOST_FAILING = 0.03;

/** How often what happened. */
export type Counts = Record<string, number>;

/** Kills, freezes and leads astray, until it is stopped. */
export class Faults {
  private isOver = false;
  readonly counts: Counts = {};
  /** Clocks that go a day apart make every check that compares times of two processes pointless. */
  clocksAgree = true;

  constructor(private readonly product: SimulatedProduct) {}

  /** A mood for the whole seed: some are calm, so that what goes wrong without any fault shows, too. */
  async run(): Promise<void> {
    const { dice, time, chances } = this.product;
    const isCalm = dice.next() < 0.1;
    const mood = isCalm ? 0 : dice.next();
    chances.fails = mood * MOST_FAILING;
    chances.answerIsLost = dice.next() * mood * MOST_FAILING;
    chances.stalls = dice.next() * mood * MOST_FAILING;
    const wildClocks = !isCalm && dice.next() < 0.1;
    const pause = 500 + dice.next() * 8_000;
    while (!this.isOver) {
      await time.sleep(dice.next() * pause);
      if (this.isOver || isCalm) return;
      await this.strike(wildClocks);
    }
  }

  /** From now on everything works; what was dead lives again. */
  async stop(): Promise<void> {
    this.isOver = true;
    const { chances, commands, projectors } = this.product;
    Object.assign(chances, { fails: 0, answerIsLost: 0, stalls: 0 });
    for (const machine of [...commands.map((process) => process.machine), ...projectors]) machine.thaw();
    for (const [n, { machine }] of commands.entries()) {
      if (!machine.isAlive) await this.product.startCommands(n);
      const started = commands[n];
      if (started) started.skew = 0;
    }
    for (const [n, machine] of projectors.entries()) if (!machine.isAlive) this.product.startProjector(n);
  }

  private async strike(wildClocks: boolean): Promise<void> {
    const { dice, commands, projectors, time } = this.product;
    const n = dice.int(2);
    const kind = dice.pick(['kill', 'kill', 'kill projector', 'kill projector', 'freeze', 'clock', 'jobs'] as const);
    const command = commands[n];
    const projector = projectors[n];
    if (kind === 'jobs') return this.runJobs(n);
    if (kind === 'clock') return this.turnClock(n, wildClocks);
    if (kind === 'freeze') {
      this.count('frozen');
      const machine = dice.pick([command?.machine, projector]);
      return machine?.freeze(dice.next() * LONGEST_FROZEN_MS);
    }
    const isProjector = kind === 'kill projector';
    const victim = isProjector ? projector : command?.machine;
    if (!victim?.isAlive) return;
    victim.die();
    this.count('kills');
    await time.sleep(dice.next() * LONGEST_AWAY_MS);
    if (this.isOver) return;
    if (isProjector) this.product.startProjector(n);
    else await this.product.startCommands(n, command?.skew);
  }

  /** The queue is at-least-once: any process may be given any job at any time, and one that another one has as well. */
  private runJobs(n: number): void {
    const process = this.product.commands[n];
    if (!process?.machine.isAlive) return;
    const job = this.product.dice.pick(process.service.jobs);
    this.count('jobs');
    void job.run().catch(() => this.count('jobs that failed'));
  }

  private turnClock(n: number, wild: boolean): void {
    const process = this.product.commands[n];
    if (!process) return;
    const { dice } = this.product;
    this.count('clocks turned');
    // Seconds apart is what clocks are; a day is what somebody has set wrongly.
    process.skew = (dice.next() * 2 - 1) * (wild ? DAY_MS : 2 * SECOND_MS);
    if (wild) this.clocksAgree = false;
  }

  private count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }
}
