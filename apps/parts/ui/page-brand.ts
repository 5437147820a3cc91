import type { ShownBrand } from '@perktree/contracts/brand/brand';
import { mix, softOf, type Theme } from '@perktree/contracts/kernel/contrast';
import { escapeHtml } from '@perktree/platform/http/escape-html';

/** The name in the header and title of a page: the site's name, followed by the product's unless white label is on. */
export function brandLabel(brand: ShownBrand | null, product: string): string {
  if (brand === null) return product;
  return brand.showsProduct ? `${brand.name} · ${product}` : brand.name;
}

/**
 * Applies a site's brand to a page: name, logo and colour. The HTML contains all of it, so the page's script does not handle
 * brands.
 * @param nonce of style elements
 */
export function withBrand(html: string, brand: ShownBrand | null, options: { product: string; nonce: string }): string {
  if (brand === null) return html;
  const style = `<style nonce="${options.nonce}">${styleOf(brand)}</style>\n  </head>`;
  const page = withMeta(html, 'brand-mobile', brandLabel(brand, options.product)).replace('</head>', () => style);
  return brand.showsProduct ? page : withoutProduct(page, brand);
}

/** Replaces the content of a `<meta name="…">`. */
export function withMeta(html: string, name: string, content: string): string {
  return html.replace(
    new RegExp(`(<meta name="${name}"[^>]* content=")[^"]*`),
    (_, start: string) => start + escapeHtml(content),
  );
}

/** Makes the site's logo the page's icon, and removes the manifest, so that browsers do not offer to install the product. */
function withoutProduct(html: string, { name, logoUrl, colour }: ShownBrand): string {
  const icon = `<link rel="icon" href="${logoUrl === null ? 'data:,' : escapeHtml(logoUrl)}" />`;
  const page = withMeta(html, 'brand-desktop', name)
    .replace(/<link rel="icon"[^>]*>/, () => icon)
    .replace(/ *<link rel="(apple-touch-icon|manifest)"[^>]*>\n/g, '');
  // The first one is of the light theme.
  return colour === null ? page : withMeta(page, 'theme-color', colour.light);
}

/** Needs no escaping: colours are `#rrggbb`, and logos are a path with a hash (contracts/brand/brand.ts). */
function styleOf({ logoUrl, colour, showsProduct }: ShownBrand): string {
  const logo = `.brand::before,.account-brand::before{content:"";width:2.25rem;height:2.25rem;background:url("${logoUrl}") center/contain no-repeat}.brand::before{margin-right:.625rem}`;
  const [light, dark] = [colour && coloursOf(colour.light, 'light'), colour && coloursOf(colour.dark, 'dark')];
  return [
    ...(logoUrl === null ? [] : [logo]),
    // The mark of the product, on the pages of accounts and in the sidebar.
    ...(logoUrl === null && showsProduct ? [] : ['.account-brand svg{display:none}']),
    // Must be more specific than the rules of ui/lib/tokens.css.
    ...(light && dark
      ? [
          `html:root{${light}}`,
          // Paper is white.
          `@media screen{html:root[data-theme="dark"]{${dark}}}`,
          `@media screen and (prefers-color-scheme:dark){html:root:not([data-theme]){${dark}}}`,
        ]
      : []),
  ].join('\n');
}

/** Text on a soft area gets a stronger shade, as the product's own colours do. */
const STRONGER = { light: ['#000000', 0.25], dark: ['#ffffff', 0.35] } as const;

function coloursOf(colour: string, theme: Theme): string {
  const [towards, part] = STRONGER[theme];
  const [stronger, soft] = [mix(towards, colour, part), softOf(colour, theme)];
  return [
    `--colour-primary:${colour}`,
    `--colour-primary-dark:${stronger}`,
    `--colour-primary-soft:${soft}`,
    // Of the application (ui/kit/theme.ts), with the tint of its outlines.
    `--mui-palette-primary-main:${colour}`,
    `--mui-palette-primary-dark:${stronger}`,
    `--mui-palette-primary-light:${soft}`,
    `--mui-palette-primary-mainChannel:${channelsOf(colour)}`,
  ].join(';');
}

/** "#0044cc" → "0 68 204" */
const channelsOf = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(' ');
