/** `{name}`, or `{name, plural, one {# split} other {# splits}}`: what sentences use of ICU's MessageFormat. */
const PLACE = /\{(\w+)(?:, plural, ((?:\w+ \{[^{}]*\} ?)+))?\}/g;

/**
 * Fills the places of a sentence.
 * @param shown the text of a value; it also stands where a plural has `#`
 * @param counted the number that chooses the form of a plural. Default: what is shown
 */
export function fillSentence(
  sentence: string,
  language: string,
  shown: (name: string) => string,
  counted: (name: string) => unknown = shown,
): string {
  return sentence.replace(PLACE, (_, name: string, plural: string | undefined) => {
    if (plural === undefined) return shown(name);
    const forms = new Map(Array.from(plural.matchAll(/(\w+) \{([^{}]*)\}/g), ([, form, text]) => [form, text]));
    const form = forms.get(new Intl.PluralRules(language).select(Number(counted(name)))) ?? forms.get('other') ?? '#';
    return form.replace('#', () => shown(name));
  });
}

/** The sentence with the names of its values, as documents show it. */
export const namedSentence = (sentence: string): string => fillSentence(sentence, 'en', (name) => `{${name}}`);

/** A decimal string or number for a sentence, with all its decimals and groups of thousands. */
export function formatDecimals(decimal: string | number, language: string): string {
  const fraction = String(decimal).split('.')[1]?.length ?? 0;
  const digits = { minimumFractionDigits: fraction, maximumFractionDigits: fraction };
  return new Intl.NumberFormat(language, digits).format(decimal as Intl.StringNumericLiteral);
}
