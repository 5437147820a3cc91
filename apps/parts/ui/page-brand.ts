import type { ShownBrand } from '@perktree/contracts/brand';
import { mix, softOf, type Theme } from '@perktree/contracts/contrast';
import { escapeHtml } from '@perktree/platform/http/escape-html';

/** The name in the head of a page and in its title: the site's, with the product's beside it unless white label is on. */
export function brandLabel(brand: ShownBrand | null, product: string): string {
  if (brand === null) return product;
  return brand.showsProduct ? `${brand.name} · ${product}` : brand.name;
}

/**
 * Gives a page the look of a site's brand: name, logo and colour. All of it is in the HTML, so the page's script needs to know
 * nothing of brands.
 * @param nonce of style elements
 */
export function withBrand(html: string, brand: ShownBrand | null, options: { product: string; nonce: string }): string {
  if (brand === null) return html;
  const style = `<style nonce="${options.nonce}">${styleOf(brand)}</style>\n  </head>`;
  const page = withLabel(html, brandLabel(brand, options.product)).replace('</head>', () => style);
  return brand.showsProduct ? page : withoutProduct(page, brand);
}

/** Replaces the installation's name that scripts show. */
export function withLabel(html: string, label: string): string {
  return html.replace(/(<meta name="brand-mobile" content=")[^"]*/, (_, start: string) => start + escapeHtml(label));
}

/** The browser shows the site's logo for the page, and offers no installation of the product. */
export function withoutProduct(html: string, { logoUrl, colour }: ShownBrand): string {
  const icon = `<link rel="icon" href="${logoUrl === null ? 'data:,' : escapeHtml(logoUrl)}" />`;
  const page = html
    .replace(/<link rel="icon"[^>]*>/, () => icon)
    .replace(/ *<link rel="(apple-touch-icon|manifest)"[^>]*>\n/g, '');
  return colour === null
    ? page
    : page.replace(
        /(<meta name="theme-color" media="\(prefers-color-scheme: light\)" content=")[^"]*/,
        (_, start: string) => start + colour.light,
      );
}

/** Colours are `#rrggbb` and logos a path with a hash: neither can leave its place (contracts/brand.ts). */
function styleOf({ logoUrl, colour }: ShownBrand): string {
  const logo = `.brand::before{content:"";width:2.25rem;height:2.25rem;margin-right:.625rem;background:url("${logoUrl}") center/contain no-repeat}`;
  const [light, dark] = [colour && coloursOf(colour.light, 'light'), colour && coloursOf(colour.dark, 'dark')];
  return [
    ...(logoUrl === null ? [] : [logo]),
    // More specific than the rules of ui/lib/tokens.css and tokens-dark.css.
    ...(light && dark
      ? [
          `html:root{${light}}`,
          `html:root[data-theme="dark"]{${dark}}`,
          `@media (prefers-color-scheme:dark){html:root:not([data-theme]){${dark}}}`,
        ]
      : []),
  ].join('\n');
}

/** Text on a soft area gets a stronger shade, as the product's own colours do. */
const STRONGER = { light: ['#000000', 0.25], dark: ['#ffffff', 0.35] } as const;

function coloursOf(colour: string, theme: Theme): string {
  const [towards, part] = STRONGER[theme];
  return [
    `--colour-primary:${colour}`,
    `--colour-primary-dark:${mix(towards, colour, part)}`,
    `--colour-primary-soft:${softOf(colour, theme)}`,
  ].join(';');
}
