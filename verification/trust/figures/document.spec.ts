import { describe, expect, it } from 'vitest';
import { type Campaign, campaignsIn, withTurn } from './document.ts';

const EMPTY = '# Trust\n\nWords.\n\n<!-- figures: begin -->\n<!-- figures: end -->\n\nMore words.\n';
const turn = (part: string, more: Partial<Campaign> = {}): Campaign => ({
  ...{ day: '2026-11-21', part, seeds: [7], seconds: 90, counts: { kills: 1_200 }, violations: 0 },
  ...more,
});

describe('the figures in a document', () => {
  it('are summed by day and part, and the text around them stays', () => {
    let text = withTurn(EMPTY, turn('kill-rig'));
    text = withTurn(text, turn('kill-rig', { seeds: [-8], counts: { kills: 300, 'half-open cuts': 2 } }));
    text = withTurn(text, turn('simulator', { counts: { seeds: 100_000 }, violations: 1 }));
    text = withTurn(text, turn('kill-rig', { day: '2026-11-22' }));
    expect(text.startsWith('# Trust\n\nWords.\n')).toBe(true);
    expect(text.endsWith('\n\nMore words.\n')).toBe(true);
    expect(text).toContain('In all: 2,700 kills; 2 half-open cuts; 100,000 seeds. Violations found: 1.');
    expect(text).toContain('| 2026-11-21 | kill-rig | 7 -8 | 3.0 | 1,500 kills; 2 half-open cuts | 0 |');
    expect(campaignsIn(text)).toHaveLength(3);
    expect(withTurn(text, turn('other')).match(/figures: begin/g)).toHaveLength(1);
  });

  it('need markers', () => {
    expect(() => withTurn('# Trust\n', turn('kill-rig'))).toThrow('has no lines');
  });
});
