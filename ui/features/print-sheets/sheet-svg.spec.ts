import { expect, it } from 'vitest';
import { svgOf } from './sheet-svg.ts';

it('shows names as they are, whatever they look like to XML', () => {
  const name = '</text><script>alert("1")</script>&amp;\u0001';
  const text = { text: name, bold: true, fontSize: 10, x: 1, y: 2 };
  const svg = svgOf({ width: 100, height: 100, texts: [text], qrs: [] });
  expect(svg).toContain('>&lt;/text&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;amp;</text>');
  expect(svg).not.toContain('<script');
});
