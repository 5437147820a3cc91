/** Colours of the window's frame and of the page that is shown while it starts: the light palette's primary and page. */
const THEME_COLOUR = '#1d6b57';
const BACKGROUND_COLOUR = '#f5f7f4';

/** Web app manifest of this installation: with it the application can be installed, under the installation's own name. */
export function appManifest(brand: { readonly desktop: string; readonly mobile: string }): string {
  return JSON.stringify({
    id: '/',
    name: brand.desktop,
    short_name: brand.mobile,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: THEME_COLOUR,
    background_color: BACKGROUND_COLOUR,
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  });
}
