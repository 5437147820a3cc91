/** An opening or closing tag. */
const TAG = /<(\/?[a-z!][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/gi;
const ATTRIBUTE = /([^\s=/"'>]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>]*))?/g;
/** Allowed addresses of links and pictures. */
const ADDRESS = /^"(https?:\/\/|\/mailbox\/|data:image\/png;base64,)/;

/**
 * The kinds of markup in a page: each tag with the names of its attributes, and each address that is not allowed. A text that
 * became markup adds a kind.
 */
export function markupOf(html: string): ReadonlySet<string> {
  const kinds = new Set<string>();
  for (const [, name = '', rest = ''] of html.matchAll(TAG)) {
    const attributes = [...rest.matchAll(ATTRIBUTE)];
    kinds.add([name.toLowerCase(), ...attributes.map(([, attribute]) => attribute)].join(' '));
    for (const [, attribute = '', value = ''] of attributes) {
      if (/^(href|src)$/i.test(attribute) && !ADDRESS.test(value)) kinds.add(`${attribute}=${value}`);
    }
  }
  // Outside tags, such as an unclosed tag.
  if (html.replace(TAG, '').includes('<')) kinds.add('<');
  return kinds;
}

/** The text that a reader sees. */
export function textOf(html: string): string {
  const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };
  return html
    .replace(TAG, '')
    .replace(/&(?:#(\d+)|(lt|gt|quot|amp));/g, (_, code: string | undefined, name: string) =>
      code === undefined ? (entities[name] ?? '') : String.fromCodePoint(Number(code)),
    );
}
