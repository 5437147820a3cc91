import { projections } from '@perktree/projector/catalogue';
import type { Slot } from '@perktree/projector/engine/live/fold';
import type { Machine } from './machine.ts';
import type { PlantedBug } from './planted-bugs.ts';

/** Read models that are written with the events, and asynchronous ones. */
export type Group = 'inline' | 'async';
export const GROUPS: readonly Group[] = ['inline', 'async'];

/** How long a lease lasts without renewal, in milliseconds. */
const LEASE_MS = 5_000;

/** Another projector holds the lease or has moved the checkpoint. */
class Fenced extends Error {}

interface Commit {
  readonly group: Group;
  readonly token: number;
  readonly from: bigint;
  readonly to: bigint;
  /** By read model, the changed rows. */
  readonly rows: ReadonlyMap<string, ReadonlyMap<string, Slot>>;
}

/** The database of the projectors: rows, a checkpoint for each group, and one lease. */
export class MemoryReadModels {
  readonly tables = new Map(projections.map(({ name }) => [name as string, new Map<string, Slot>()]));
  readonly checkpoints: Record<Group, bigint> = { inline: 0n, async: 0n };
  private lease = { holder: '', token: 0, until: 0 };

  constructor(private readonly bug: PlantedBug | null) {}

  /** Takes or renews the lease. @returns the fencing token; null: another projector holds it */
  acquire({ name, time }: Machine): number | null {
    const { holder, token, until } = this.lease;
    if (holder !== name && until > time.monotonic()) return null;
    this.lease = { holder: name, token: holder === name ? token : token + 1, until: time.monotonic() + LEASE_MS };
    return this.lease.token;
  }

  /** One transaction: the fence, the rows and the checkpoint. @throws Fenced */
  async commit(machine: Machine, commit: Commit): Promise<void> {
    await this.ask(machine, () => {
      this.fence(commit);
      if (this.bug !== 'checkpoint outside the transaction') this.write(commit);
      this.checkpoints[commit.group] = commit.to;
    });
    if (this.bug === 'checkpoint outside the transaction') await this.ask(machine, () => this.write(commit));
  }

  rowsOf(machine: Machine, name: string, keys: Iterable<string>): Promise<ReadonlyMap<string, Slot>> {
    return this.ask(machine, () => {
      const table = this.tables.get(name);
      return new Map([...keys].flatMap((key) => (table?.has(key) ? [[key, table.get(key) as Slot] as const] : [])));
    });
  }

  /** Empties all read models, which are rebuilt after a failover that lost events. */
  empty(): void {
    for (const table of this.tables.values()) table.clear();
    for (const group of GROUPS) this.checkpoints[group] = 0n;
    this.lease = { holder: '', token: this.lease.token + 1, until: 0 };
  }

  ask<T>(machine: Machine, work: () => T): Promise<T> {
    return machine.ask(work, () => new Error('the simulated database does not answer'));
  }

  private fence({ group, token, from }: Commit): void {
    if (this.bug === 'lease without a fence') return;
    if (token !== this.lease.token || from !== this.checkpoints[group]) throw new Fenced();
  }

  private write({ rows }: Commit): void {
    for (const [name, changed] of rows) for (const [key, slot] of changed) this.tables.get(name)?.set(key, slot);
  }
}
