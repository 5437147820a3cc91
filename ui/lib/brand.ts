/** White-label names, which the server writes into the page's head (domain.md, product name). */
function meta(name: string, fallback: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || fallback;
}

export const brandDesktop = (): string => meta('brand-desktop', 'PerkTree Console');
export const brandMobile = (): string => meta('brand-mobile', 'PerkTree');

/** The nonce under which style elements may be added, where the server's policy asks for one. */
export const styleNonce = (): string | undefined => meta('style-nonce', '') || undefined;

/** The server has written this page for a reader who is not signed in. False where it does not say. */
export const pageSaysSignedOut = (): boolean => meta('signed-in', '') === 'no';
