import { expect, it } from 'vitest';
import { escapeHtml } from './escape-html.ts';

it('escapes what ends a text or an attribute, and begins an element or a reference', () => {
  expect(escapeHtml(`<a title="x" class='y'>&amp; Ñ`)).toBe(
    '&#60;a title=&#34;x&#34; class=&#39;y&#39;&#62;&#38;amp; Ñ',
  );
});
