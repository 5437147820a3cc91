import { describe, expect, it } from 'vitest';
import type { Cell } from './cell.ts';
import { Latencies } from './load/latencies.ts';
import { tableOf } from './report.ts';
import { median, spreadOf } from './statistics.ts';

const cell = (round: number, value: number, why: string | null = null): Cell => ({
  ...{ part: 'redeem', workload: 'uniform', contender: 'product', round, diskMs: 1, void: why },
  figures: { 'per second': value },
});

describe('the figures of a run', () => {
  it('are medians with the lowest and the highest value', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(spreadOf([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3 });
  });

  it('exclude void cells and count them', () => {
    const table = tableOf([cell(1, 1_000), cell(2, 3_000), cell(3, 2_000), cell(4, 9, 'a backlog')]);
    expect(table).toContain('| redeem | uniform | product | per second 2,000 (1,000 – 3,000); **1 void** |');
  });

  it('include percentiles and the maximum', () => {
    const latencies = new Latencies();
    for (let ms = 1; ms <= 1_000; ms += 1) latencies.add(ms);
    expect(latencies.summary()).toEqual({ count: 1_000, p50: 501, p90: 901, p99: 991, max: 1_000 });
    expect(new Latencies().summary()).toEqual({ count: 0, p50: 0, p90: 0, p99: 0, max: 0 });
  });
});
