import { expect, it } from 'vitest';
import { withFigures } from './document.ts';

const document = (figures: string) =>
  `# Speed\n\n<!-- figures: npm run other -->\n\n| other |\n\n<!-- end of figures -->\n\n<!-- figures: npm run bench -->${figures}<!-- end of figures -->\n\nThe rest.\n`;

it('replaces the figures between the markers of their command', () => {
  const first = withFigures(document('\n'), 'npm run bench', '| a |\n');
  expect(first).toBe(document('\n\n| a |\n\n'));
  expect(withFigures(first, 'npm run bench', '| b |')).toBe(document('\n\n| b |\n\n'));
  expect(() => withFigures('# Speed', 'npm run bench', '| a |')).toThrow('no place for figures');
});
