/** Login returns here to continue a pending redemption or claim. */
export const SCANNER_PATH = '/mobile-scanner';
