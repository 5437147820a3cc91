import { createHash } from 'node:crypto';
import type { StoredEvent } from '../port.ts';
import { canonicalEvent } from './canonical-event.ts';

/** Count and sha256 of events in the order of their positions: one line of canonical text for each. */
export class RunningHash {
  private readonly hash = createHash('sha256');
  events = 0;

  add(event: StoredEvent): void {
    this.hash.update(canonicalEvent(event)).update('\n');
    this.events += 1;
  }

  /** The hash of everything added so far. */
  digest(): string {
    return this.hash.copy().digest('hex');
  }
}
