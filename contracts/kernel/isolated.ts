/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A value within a sentence, isolated like `<bdi>`: a name from right to left must not turn the rest of the line around.
 * Values in other scripts stay as they are, so that copied texts contain no invisible characters.
 */
export const isolated = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);

/** Parts of one line, each isolated; parts that are missing are left out. */
export const joined = (parts: readonly (string | null | undefined | false)[], separator = ' · '): string =>
  parts
    .flatMap((part) => part || [])
    .map(isolated)
    .join(separator);
