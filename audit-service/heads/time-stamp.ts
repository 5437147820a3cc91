import { createHash } from 'node:crypto';

/** Time stamps of RFC 3161. The requests are a few bytes of DER; answers are only looked at: `openssl ts -verify` checks them. */

/** More than tokens with their certificates have, in bytes. */
export const MAX_TOKEN_BYTES = 32_768;

const TAG = { integer: 0x02, octets: 0x04, time: 0x18, sequence: 0x30 } as const;
/** AlgorithmIdentifier of SHA-256: OID 2.16.840.1.101.3.4.2.1, and NULL. */
const SHA256 = Buffer.from('300d06096086480165030402010500', 'hex');
const VERSION_1 = Buffer.from([TAG.integer, 1, 1]);
/** The answer shall hold the certificate of its signer. */
const WITH_CERTIFICATE = Buffer.from([0x01, 1, 0xff]);

/** DER of a value of up to 127 bytes. */
const short = (tag: number, ...parts: readonly Buffer[]) => {
  const value = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, value.length]), value]);
};

const imprintOf = (text: string) => short(TAG.octets, createHash('sha256').update(text).digest());

/** A TimeStampReq for a text. @param nonce 8 bytes */
export function timeStampRequest(text: string, nonce: Buffer): Buffer {
  return short(TAG.sequence, VERSION_1, short(TAG.sequence, SHA256, imprintOf(text)), nonceOf(nonce), WITH_CERTIFICATE);
}

/** A positive INTEGER of the fixed length that DER takes for it. */
const nonceOf = (nonce: Buffer) =>
  short(TAG.integer, Buffer.from([((nonce[0] ?? 0) & 0x7f) | 0x40]), nonce.subarray(1));

/** An answer that is not the time stamp that was asked for. */
export class NoTimeStamp extends Error {
  override readonly name = 'NoTimeStamp';
}

/** Checks that a TimeStampResp was granted, and is about the text and the nonce. @throws NoTimeStamp */
export function checkTimeStamp(answer: Buffer, text: string, nonce: Buffer): void {
  const whole = elementAt(answer, 0);
  const status = whole && elementAt(answer, whole.start);
  const code = status && elementAt(answer, status.start);
  if (!whole || whole.tag !== TAG.sequence || whole.end !== answer.length || !status || code?.tag !== TAG.integer) {
    throw new NoTimeStamp('the answer is no time stamp');
  }
  // 0: granted, 1: granted with changes.
  if (code.end - code.start !== 1 || (answer[code.start] ?? 2) > 1) {
    throw new NoTimeStamp(
      `the time stamp was refused, status ${answer.subarray(code.start, code.end).toString('hex')}`,
    );
  }
  const token = answer.subarray(status.end);
  if (!token.includes(imprintOf(text)) || !token.includes(nonceOf(nonce)) || stampedAt(answer) === null) {
    throw new NoTimeStamp('the time stamp is about something else');
  }
}

/** The time that a TimeStampResp states, ISO 8601 UTC; null: none. It stands behind the hash, in `genTime`. */
export function stampedAt(answer: Buffer): string | null {
  const content = answer.indexOf(SHA256.subarray(2, 13), answer.indexOf(TST_INFO));
  if (content < 0) return null;
  const [, year, month, day, hour, minute, second] =
    /(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z/.exec(answer.subarray(content).toString('latin1')) ?? [];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** OID 1.2.840.113549.1.9.16.1.4, the type of a time stamp's content. */
const TST_INFO = Buffer.from('060b2a864886f70d0109100104', 'hex');

/** Where the value of the DER element at a place begins and ends; null: it is cut off. */
function elementAt(bytes: Buffer, at: number): { tag: number; start: number; end: number } | null {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || first === undefined) return null;
  const more = first < 0x80 ? 0 : first & 0x7f;
  const start = at + 2 + more;
  if (more > 4 || start > bytes.length) return null;
  const length = more === 0 ? first : bytes.readUIntBE(at + 2, more);
  return start + length > bytes.length ? null : { tag, start, end: start + length };
}
