import { expect, it } from 'vitest';
import { svgOf } from './sheet-svg.ts';

it('escapes names for XML', () => {
  const name = '</text><script>alert("1")</script>&amp;\u0001';
  const text = { text: name, bold: true, fontSize: 10, x: 1, y: 2 };
  const svg = svgOf({ width: 100, height: 100, texts: [text], qrs: [], pictures: [], marks: [] });
  expect(svg).toContain('>&lt;/text&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;amp;</text>');
  expect(svg).not.toContain('<script');
});

it('places pictures, and colours lines', () => {
  const picture = { png: Buffer.from([0]), x: 1, y: 2, width: 30, height: 10 };
  const line = { text: 'Luna', bold: false, fontSize: 5, x: 1, y: 20, colour: '#856a00' };
  const svg = svgOf({ width: 100, height: 100, texts: [line], qrs: [], pictures: [picture], marks: [[0, 1, 2, 3]] });
  expect(svg).toContain('<image href="data:image/png;base64,AA==" x="1" y="2" width="30" height="10"/>');
  expect(svg).toContain('fill="#856a00">Luna</text>');
  expect(svg).toContain('<path d="M0 1L2 3" stroke="#000"');
});
