import type { PublishedKey, SignedHead } from '@perktree/contracts/audit/chain-calls';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { isSignedBy } from './signing-key.ts';
import { handOverText, misuse, revocationText } from './signing-keys.ts';

/** What is wrong with heads or keys, although events and record fit. */
export interface HeadFinding {
  readonly kind: /** Events without any signed head. */
    | 'no_heads'
    /** Events waited longer for a head than signing ever takes, so heads are missing. */
    | 'gap'
    /** A head that was given from elsewhere is not in the store. */
    | 'lost_head'
    /** A head that covers more events was signed before one that covers fewer. */
    | 'clock'
    /** A key without the signature of its predecessor, or a head that its key was not in use for. */
    | 'key';
  /** When it happened: ISO 8601 UTC; null: at no certain time. */
  readonly at: string | null;
  /** For a person. */
  readonly message: string;
}

/** Heads are signed every ten minutes, and by operators at least daily. */
const MAX_WAIT_MS = DAY_MS;

/** Findings that need no events. @param given heads from elsewhere */
export function headFindings(
  keys: readonly PublishedKey[],
  stored: readonly SignedHead[],
  given: readonly SignedHead[],
): readonly HeadFinding[] {
  const heads = findingsInOrder([...stored, ...given]);
  return [
    ...keys.flatMap((key) => keyFindings(key, keys)),
    ...heads.flatMap((head) => misuseOf(head, keys)),
    ...heads.slice(1).flatMap((head, n) => clockFinding(heads[n] as SignedHead, head)),
    ...given.filter((head) => !stored.some((each) => isSame(each, head))).map(lostHead),
  ];
}

export const findingsInOrder = (heads: readonly SignedHead[]) =>
  heads.toSorted((a, b) => a.events - b.events || Date.parse(a.signedAt) - Date.parse(b.signedAt));

const isSame = (one: SignedHead, other: SignedHead) => one.events === other.events && one.signature === other.signature;

function keyFindings(key: PublishedKey, keys: readonly PublishedKey[]): readonly HeadFinding[] {
  const { keyId, handOver, revoked, since } = key;
  const publicKeyOf = (id: string) => keys.find((each) => each.keyId === id && id !== keyId)?.publicKey;
  const isSigned = (by: string, text: string, signature: string) => {
    const publicKey = publicKeyOf(by);
    return publicKey !== undefined && isSignedBy(publicKey, text, Buffer.from(signature, 'base64'));
  };
  const found: HeadFinding[] = [];
  if (handOver && !isSigned(handOver.from, handOverText(handOver.from, key), handOver.signature)) {
    const message = `The key ${keyId} is not signed by ${handOver.from}, from which it claims to have taken over.`;
    found.push({ kind: 'key', at: since, message });
  }
  if (revoked && !isSigned(revoked.by, revocationText(keyId, revoked), revoked.signature)) {
    const message = `The revocation of the key ${keyId} is not signed by ${revoked.by}.`;
    found.push({ kind: 'key', at: revoked.at, message });
  }
  return found;
}

function misuseOf({ keyId, events, signedAt }: SignedHead, keys: readonly PublishedKey[]): readonly HeadFinding[] {
  const key = keys.find((each) => each.keyId === keyId);
  const why = key ? misuse(key, signedAt) : null;
  if (why === null) return [];
  return [
    { kind: 'key', at: signedAt, message: `The head of ${events} events was signed at ${signedAt}, but ${why}.` },
  ];
}

function clockFinding(before: SignedHead, head: SignedHead): readonly HeadFinding[] {
  if (Date.parse(head.signedAt) >= Date.parse(before.signedAt)) return [];
  const message =
    `The head of ${head.events} events was signed at ${head.signedAt}, which is before the head of ` +
    `${before.events} events (${before.signedAt}): the clock ran back.`;
  return [{ kind: 'clock', at: head.signedAt, message }];
}

const lostHead = ({ events, signedAt, keyId }: SignedHead): HeadFinding => ({
  kind: 'lost_head',
  at: signedAt,
  message: `The head of ${events} events that ${keyId} signed at ${signedAt} is not in the store: it was deleted there.`,
});

/** Finds where heads are missing, while events are counted in their order. */
export class HeadGaps {
  readonly found: HeadFinding[] = [];
  /** The newest head that was passed; null: none. */
  private last: SignedHead | null = null;
  private clock = 0;
  /** Since when the first event after the newest head waits for the next one; null: none does. */
  private waitsSince: number | null = null;

  /** @param recordedAt the clock of the event, if it has one */
  passEvent(recordedAt: string | null): void {
    const clock = Date.parse(recordedAt ?? '');
    if (clock > this.clock) this.clock = clock;
    // A head covers every event that was there when it was signed, also one with an earlier clock.
    this.waitsSince ??= Math.max(this.clock, this.last ? Date.parse(this.last.signedAt) : 0);
  }

  passHead(head: SignedHead): void {
    this.note(head.signedAt, `the head of ${head.events} events`);
    this.last = head;
    this.waitsSince = null;
  }

  /** @param events that were read */
  end(events: number, now: Date): void {
    if (events > 0 && this.last === null) {
      const message = `No head is signed of the ${events} events: all heads were deleted, or none was ever signed.`;
      this.found.push({ kind: 'no_heads', at: null, message });
    } else {
      this.note(now.toISOString(), 'now');
    }
  }

  private note(until: string, what: string): void {
    // Nothing says when signing began.
    if (this.last === null || this.waitsSince === null || Date.parse(until) - this.waitsSince <= MAX_WAIT_MS) return;
    const since = new Date(this.waitsSince).toISOString();
    const message =
      `No head was signed from ${since} until ${what} (${until}), although there were events: ` +
      `heads after that of ${this.last.events} events are missing.`;
    this.found.push({ kind: 'gap', at: since, message });
  }
}
