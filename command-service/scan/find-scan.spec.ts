import { describe, expect, it } from 'vitest';
import { isSameToken, newRedemptionToken, scanIdOfToken } from './find-scan.ts';

const scanId = '0198c0de-1234-8abc-9def-00112233aaff';

describe('redemption tokens', () => {
  it('lead to their scan', () => {
    expect(scanIdOfToken(newRedemptionToken(scanId))).toBe(scanId);
  });

  it('differ each time, in 128 random bits', () => {
    expect(newRedemptionToken(scanId)).not.toBe(newRedemptionToken(scanId));
    expect(newRedemptionToken(scanId)).toHaveLength(43);
  });

  it.each(['', 'AAAA', 'not a token', '!'.repeat(43), 'A'.repeat(44), 'A'.repeat(22), `${'A'.repeat(42)}B`])(
    'are not seen in %j',
    (token) => {
      expect(scanIdOfToken(token)).toBeNull();
    },
  );

  it('compare whole', () => {
    const token = newRedemptionToken(scanId);
    expect(isSameToken(token, token)).toBe(true);
    expect(isSameToken(newRedemptionToken(scanId), token)).toBe(false);
    expect(isSameToken('', token)).toBe(false);
    expect(isSameToken('é'.repeat(21), 'e'.repeat(21))).toBe(false);
  });
});
