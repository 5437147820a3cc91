/** This page: where login comes back to with what was pending. */
export const SCANNER_PATH = '/mobile-scanner';
