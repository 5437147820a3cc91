import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contentOf, filesOf, measure } from './check-budgets.mjs';
import { root } from './lib/project.mjs';

/** Of what scripts/build.mjs has built; `npm test` builds first. */
describe('the size of pages before the first tap', () => {
  it.each(measure())('is within its budget: $page, $what', ({ found, limit }) => {
    expect(found).toBeLessThanOrEqual(limit);
  });

  it.each(['index', 'account'])('has nothing of the application and no scanner on the public pages: %s', (page) => {
    const files = filesOf(readFileSync(`${root}/ui/dist/public/${page}.html`, 'utf8'));
    const scripts = files.filter((file) => file.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(0);
    for (const file of scripts) {
      expect(file).toMatch(/^public-/);
      expect(contentOf(file)).not.toMatch(
        /emotion|Mui[A-Z]|_zod|i18next|BarcodeDetector|Html5Qrcode|getUserMedia|zxing/,
      );
    }
  });
});
