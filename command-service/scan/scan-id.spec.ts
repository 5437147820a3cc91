import { describe, expect, it } from 'vitest';
import { customerScanId, visitorScanId } from './open-scan.ts';

describe('scan ids', () => {
  it('are one for a customer, QR, period and ordinal', () => {
    expect(customerScanId('c', 'q', 1, 1)).toBe(customerScanId('c', 'q', 1, 1));
    const others = [
      customerScanId('c', 'q', 1, 1),
      customerScanId('d', 'q', 1, 1),
      customerScanId('c', 'r', 1, 1),
      customerScanId('c', 'q', 2, 1),
      customerScanId('c', 'q', 1, 2),
      visitorScanId('c', 'q', '2026-06-01T10:00:00.000Z'),
    ];
    expect(new Set(others).size).toBe(others.length);
  });

  it('are one for a visitor and QR in a UTC hour', () => {
    const at = (now: string) => visitorScanId('v', 'q', now);
    expect(at('2026-06-01T10:59:59.999Z')).toBe(at('2026-06-01T10:00:00.000Z'));
    expect(at('2026-06-01T11:00:00.000Z')).not.toBe(at('2026-06-01T10:59:59.999Z'));
    expect(at('2026-06-02T10:00:00.000Z')).not.toBe(at('2026-06-01T10:00:00.000Z'));
  });
});
