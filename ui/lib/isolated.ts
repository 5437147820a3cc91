/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A value within a sentence, isolated like `<bdi>`: a name from right to left must not turn the rest of the line around.
 * Values in other scripts stay as they are, so that copied texts contain no invisible characters.
 */
export const isolated = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);
