/** Begins every key, so that secret scanners find keys in code and logs. */
export const KEY_PREFIX = 'pt_live_';
/** Characters of a key that lists show: the prefix and the first four random ones. */
export const SHOWN_KEY_LENGTH = KEY_PREFIX.length + 4;

/** Keys of a business that work at the same time. */
export const MAX_KEYS = 100;
/** How long a rotated key still works, in seconds: default and maximum. */
export const OVERLAP_SECONDS = { default: 24 * 3600, max: 7 * 24 * 3600 } as const;
/** How long a device can be paired, in minutes. */
export const PAIRING_MINUTES = 10;
