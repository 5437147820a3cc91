import { CLOCK_DISORDER_MS, MINUTE_MS } from '@perktree/contracts/kernel/durations';
import type { StoredEvent } from '@perktree/event-store/port';
import { textIn } from '../text-in.ts';
import type { Findings } from './finding.ts';

const QUARTER_MS = 15 * MINUTE_MS;

/**
 * The newest recording time so far. In a replay of all events it is the effective time of the last one. An event whose own
 * clock is more than the bound behind it counts at another time than it says: each event with an amount is reported, of others
 * the first in a row.
 */
export class ReplayClock {
  /** Milliseconds. */
  at = 0;
  private wasBehind = false;
  private position = 0n;
  /** Of each quarter of an hour that has events, its beginning and the last event before it. Months begin with one. */
  private readonly quarters: { readonly from: number; readonly before: bigint }[] = [];

  pass({ position, data, metadata }: StoredEvent, findings: Findings): void {
    const at = Date.parse(textIn(metadata, 'recordedAt') ?? '');
    if (at > this.at) {
      this.at = at;
      const from = at - (at % QUARTER_MS);
      if (from !== this.quarters.at(-1)?.from) this.quarters.push({ from, before: this.position });
    }
    this.position = position;
    const isBehind = at < this.at - CLOCK_DISORDER_MS;
    const amount = textIn(data, 'saleAmount') ?? textIn(data, 'amount');
    if (isBehind && !(this.wasBehind && amount === null)) {
      const said = new Date(at).toISOString();
      const found = amount === null ? said : `${said}, ${amount} ${textIn(data, 'currency') ?? ''}`;
      const expected = `not before ${new Date(this.at - CLOCK_DISORDER_MS).toISOString()}`;
      findings.note('clock of an event', expected, found, { distributorId: textIn(data, 'distributorId') });
    }
    this.wasBehind = isBehind;
  }

  /** As that of `EffectiveClock`, in a replay of all events and for the beginning of a quarter of an hour. */
  async positionBefore(moment: string): Promise<bigint> {
    const until = Date.parse(moment);
    return this.quarters.find(({ from }) => from >= until)?.before ?? this.position;
  }
}
