import { readdirSync, readFileSync } from 'node:fs';
import { LANGUAGES } from '@perktree/contracts/kernel/languages';
import { describe, expect, it } from 'vitest';

type Texts = { readonly [key: string]: string | readonly string[] | Texts };
const folder = (language: string) => new URL(`./${language}/`, import.meta.url);
const read = (language: string, file: string) =>
  JSON.parse(readFileSync(new URL(file, folder(language)), 'utf8')) as Texts;

/** Each text by its path; of plurals and lists the name alone, since languages differ in how many they have. */
function flatten(texts: Texts, path = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]): [string, string][] => {
      const here = path + key.replace(/_(zero|one|two|few|many|other)$/, '');
      if (typeof value === 'string') return [[here, value]];
      return Array.isArray(value) ? [[here, '']] : [...flatten(value as Texts, `${here}.`)];
    }),
  );
}
const keysOf = (texts: Texts, path = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' || Array.isArray(value) ? [path + key] : keysOf(value as Texts, `${path}${key}.`),
  );
const placeholders = (text: string) => [...text.matchAll(/\{\{?\w+\}?\}/g)].map(String).sort();

const namesIn = (language: string) =>
  readdirSync(folder(language), { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.json'))
    .sort();
const namespaces = namesIn('en');

const translations = LANGUAGES.filter((language) => language !== 'en');

it.each(translations)('has the same namespaces in %s as in English', (language) => {
  expect(namesIn(language)).toEqual(namespaces);
});

describe.each(namespaces)('%s', (file) => {
  const english = flatten(read('en', file));

  it.each(translations)('has the same texts in %s as in English', (language) => {
    expect([...flatten(read(language, file)).keys()].sort()).toEqual([...english.keys()].sort());
  });

  it.each(translations)('has the same placeholders in %s as in English', (language) => {
    const translated = flatten(read(language, file));
    for (const [key, text] of english) {
      expect([key, placeholders(translated.get(key) ?? '')]).toEqual([key, placeholders(text)]);
    }
  });

  it.each(LANGUAGES)('has each plural in all forms of the language %s', (language) => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const keys = keysOf(read(language, file));
    const plurals = keys.filter((key) => key.endsWith('_other')).map((key) => key.replace(/other$/, ''));
    expect(plurals.flatMap((key) => forms.map((form) => key + form)).filter((key) => !keys.includes(key))).toEqual([]);
  });
});

/** Values that are numbers of something. */
const NUMBERS =
  /\{\{(count|number|most|max|limit|shown|done|typed|total|rest|rows|events|behind|scans|redemptions|sites|entries|days|hours|minutes|seconds|perSecond|attempts)\}\} (?=\p{Ll})(.*)/u;
/** Words after a number that are the same for one and for many, and what stands after a number that is no count. */
const SAME = /^(and|are|of|in|y|de|en|a second|por segundo|behind|por leer|more|más|shown|chosen|elegidos|created)\b/;

it.each(LANGUAGES.flatMap((language) => namespaces.map((file) => [language, file] as const)))(
  'has plural forms for each number of things: %s %s',
  (language, file) => {
    const all: (readonly [string, string])[] = [];
    const collect = (texts: Texts, path: string) => {
      for (const [key, value] of Object.entries(texts)) {
        if (typeof value === 'string') all.push([path + key, value]);
        else if (!Array.isArray(value)) collect(value as Texts, `${path}${key}.`);
      }
    };
    collect(read(language, file), '');
    const single = all.filter(([key]) => !/_(zero|one|two|few|many|other)$/.test(key));
    const wrong = single.filter(([, text]) => {
      const after = NUMBERS.exec(text)?.[2];
      return /\{\{count\}\}/.test(text) || (after !== undefined && !SAME.test(after));
    });
    expect(wrong).toEqual([]);
  },
);

/** Imperatives of usted, where a sentence begins. */
const FORMAL =
  /\busted(es)?\b|(?<=^|[.!?:] |[¿¡])(elija|escriba|inicie|pida|espere|guarde|pulse|toque|cierre|compruebe|introduzca|haga|vuelva|escanee|cambie|copie|descargue|seleccione|cree|envíe|pruebe|imprima|corrija|pague|vea|recargue|reclame|canjee|acepte|únase|invite|pase|configure|genere|inténtelo|muéstrelo)(?![\p{L}])/iu;

it.each(namespaces)('addresses the reader as tú: %s', (file) => {
  const formal = [...flatten(read('es', file))].filter(([, text]) => FORMAL.test(text));
  expect(formal).toEqual([]);
});
