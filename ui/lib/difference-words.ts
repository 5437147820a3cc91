import { useQuery } from '@tanstack/react-query';
import { useLocale } from './use-locale.ts';

/** Sentences of the audit by the English that the server sends. `{}` stands for a number, an id or a time. */
export type DifferenceWords = Readonly<Record<string, string>>;

const catalogues = import.meta.glob<DifferenceWords>('../locales/differences/*.json', { import: 'default' });

/** Texts of differences in the page's language; in English until its catalogue is loaded. */
export function useDifferenceTexts(): (text: string) => string {
  const { language } = useLocale();
  const file = `../locales/differences/${language}.json`;
  const { data: words = {} } = useQuery({ queryKey: [file], queryFn: async () => (await catalogues[file]?.()) ?? {} });
  return (text) => differenceText(text, words);
}

const SHOWN = ', as the screens show it';
/** A number, id or time. */
const VALUE = /\S*\d\S*/;

/** The text, or parts of it, in another language. A value that is no text, such as an amount, stays as it is. */
export function differenceText(text: string, words: DifferenceWords): string {
  if (text.endsWith(SHOWN)) {
    const shown = differenceText(text.slice(0, -SHOWN.length), words);
    return (words[`{}${SHOWN}`] ?? `{}${SHOWN}`).replace('{}', shown);
  }
  const [value] = VALUE.exec(text) ?? [];
  if (value === undefined) return words[text] ?? text;
  return (words[text.replace(value, '{}')] ?? text).replace('{}', value);
}
