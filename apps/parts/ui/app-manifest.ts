/** Primary and page colour of the light palette. */
const THEME_COLOUR = '#1d6b57';
const BACKGROUND_COLOUR = '#f5f7f4';

/** Web app manifest with the name of this installation. */
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
