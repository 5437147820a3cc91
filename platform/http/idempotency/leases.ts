import { type EndTimer, systemTimers, type Timers } from '../../time/timers.ts';
import type { KeyStore, OwnedKey } from './key-store.ts';

/** A lease outlives three renewals, so one that fails does not end it. */
const RENEW_EVERY_MS = 1_000;

interface Held {
  readonly owned: OwnedKey;
  readonly attempt: string;
  readonly since: number;
}

/**
 * Renews the leases of the attempts that this process works on, all of them in one statement. When the process dies, its
 * leases expire. A failed renewal is not reported: `finish` detects that another attempt has taken over.
 */
export class Leases {
  private readonly held = new Map<string, Held>();
  private endTimer: EndTimer | undefined;

  constructor(
    private readonly keys: Pick<KeyStore, 'renew'>,
    private readonly timers: Timers = systemTimers,
  ) {}

  add(owned: OwnedKey, attempt: string): void {
    this.held.set(attempt, { owned, attempt, since: this.timers.monotonic() });
    this.schedule();
  }

  delete(attempt: string): void {
    this.held.delete(attempt);
  }

  stop(): void {
    this.endTimer?.();
    this.held.clear();
  }

  private schedule(): void {
    this.endTimer ??= this.timers.after(RENEW_EVERY_MS, () => void this.renew());
  }

  private async renew(): Promise<void> {
    const before = this.timers.monotonic() - RENEW_EVERY_MS;
    const due = [...this.held.values()].filter(({ since }) => since <= before);
    if (due.length > 0) await this.keys.renew(due).catch(() => {});
    this.endTimer = undefined;
    if (this.held.size > 0) this.schedule();
  }
}
