import { expect, it } from 'vitest';
import { withFigures } from './document.ts';

const document = (figures: string) =>
  `# Speed\n\n<!-- figures: npm run bench -- --write docs/performance.md -->${figures}<!-- end of figures -->\n\nThe rest.\n`;

it('writes figures between the markers, and again over the old ones', () => {
  const first = withFigures(document('\n'), '| a |\n');
  expect(first).toBe(document('\n\n| a |\n\n'));
  expect(withFigures(first, '| b |')).toBe(document('\n\n| b |\n\n'));
  expect(() => withFigures('# Speed', '| a |')).toThrow('no place for figures');
});
