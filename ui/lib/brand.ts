/** Reads a meta tag that the server writes, such as a white-label name. */
function meta(name: string, fallback: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || fallback;
}

export const brandDesktop = (): string => meta('brand-desktop', 'PerkTree Console');
export const brandMobile = (): string => meta('brand-mobile', 'PerkTree');

/** Nonce for style elements, if the content security policy requires one. */
export const styleNonce = (): string | undefined => meta('style-nonce', '') || undefined;

/** Whether the server rendered this page for a signed-out visitor. False if unknown. */
export const pageSaysSignedOut = (): boolean => meta('signed-in', '') === 'no';

/** Origins of this installation's links: of this page, and the public one, which printed codes contain. */
export const linkOrigins = (): string[] => [location.origin, meta('link-origin', location.origin)];

/** The accounts of a demo; null outside of one. */
export function demoAccounts(): { readonly emails: readonly string[]; readonly password: string } | null {
  const text = meta('demo', '');
  return text === '' ? null : JSON.parse(text);
}
