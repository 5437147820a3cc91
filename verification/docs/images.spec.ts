import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DOCUMENT_PICTURES, fileOf, widthsOf } from '../e2e/screenshots/documented-screens.ts';
import { ROOT, read } from './repository.ts';

const FOLDER = join(ROOT, 'docs/images');
const MAX_BYTES = 150_000;
const wanted = DOCUMENT_PICTURES.flatMap((picture) => widthsOf(picture).map((width) => fileOf(picture, width)));

describe('docs/images', () => {
  it('has a picture of each documented screen in its widths, and no other (if not: npm run screenshots)', () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual(wanted.toSorted());
  });

  it.each(wanted)('%s is not too large', (file) => {
    expect(statSync(join(FOLDER, file)).size).toBeLessThan(MAX_BYTES);
  });

  it('has the four pictures of the README', () => {
    const shown = [...read('README.md').matchAll(/(?:src="|\]\()(docs\/images\/[^)"]+)/g)].map(([, file = '']) => file);
    expect(shown).toHaveLength(4);
    for (const file of shown) expect(existsSync(join(ROOT, file)), file).toBe(true);
  });
});
