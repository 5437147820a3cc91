import { readdirSync, readFileSync } from 'node:fs';
import { LANGUAGES } from '@perktree/contracts/kernel/languages';
import { expect, it } from 'vitest';

type Texts = { readonly [key: string]: string | readonly string[] | Texts };
const folder = (language: string) => new URL(`./${language}/`, import.meta.url);
const namesIn = (language: string) =>
  readdirSync(folder(language), { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.json'))
    .sort();

/** Each text by its path; a list is one text. */
const textsOf = (texts: Texts, path: string): (readonly [string, string])[] =>
  Object.entries(texts).flatMap(([key, value]) => {
    if (typeof value === 'string') return [[path + key, value]];
    return Array.isArray(value) ? [[path + key, '']] : textsOf(value as Texts, `${path}${key}.`);
  });
const allOf = (language: string) =>
  namesIn(language).flatMap((file) =>
    textsOf(JSON.parse(readFileSync(new URL(file, folder(language)), 'utf8')) as Texts, `${file}:`),
  );
/** Languages differ in how many forms a plural has. */
const FORM = /_(zero|one|two|few|many|other)$/;
const placeholders = (text: string) => [...text.matchAll(/\{\{?\w+\}?\}/g)].map(String).sort();
const valuesIn = (language: string) =>
  Object.fromEntries(allOf(language).map(([key, text]) => [key.replace(FORM, ''), placeholders(text)]));

it('each language has the same texts with the same placeholders', () => {
  for (const language of LANGUAGES) expect(valuesIn(language)).toEqual(valuesIn('en'));
});

it.each(LANGUAGES)('has each plural in all forms of the language %s', (language) => {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const keys = new Set(allOf(language).map(([key]) => key));
  const plurals = [...keys].filter((key) => key.endsWith('_other')).map((key) => key.replace(/other$/, ''));
  expect(plurals.flatMap((key) => forms.map((form) => key + form)).filter((key) => !keys.has(key))).toEqual([]);
});

/** Values that are numbers of something. */
const NUMBERS =
  /\{\{(count|number|max|limit|shown|done|typed|total|rest|rows|events|behind|scans|redemptions|sites|entries|days|hours|minutes|seconds|perSecond|attempts)\}\} (?=\p{Ll})(.*)/u;
/** Words after a number that are the same for one and for many, and what stands after a number that is no count. */
const SAME = /^(and|are|of|in|y|de|en|a second|por segundo|behind|por leer|more|más|shown|chosen|elegidos|created)\b/;

it.each(LANGUAGES)('has plural forms for each number of things: %s', (language) => {
  const single = allOf(language).filter(([key]) => !FORM.test(key));
  const wrong = single.filter(([, text]) => {
    const after = NUMBERS.exec(text)?.[2];
    return /\{\{count\}\}/.test(text) || (after !== undefined && !SAME.test(after));
  });
  expect(wrong).toEqual([]);
});

/** Imperatives of usted, where a sentence begins. */
const FORMAL =
  /\busted(es)?\b|(?<=^|[.!?:] |[¿¡])(elija|escriba|inicie|pida|espere|guarde|pulse|toque|cierre|compruebe|introduzca|haga|vuelva|escanee|cambie|copie|descargue|seleccione|cree|envíe|pruebe|imprima|corrija|pague|vea|recargue|reclame|canjee|acepte|únase|invite|pase|configure|genere|inténtelo|muéstrelo)(?![\p{L}])/iu;

it('has one Spanish word for a ledger entry: apunte', () => {
  expect(allOf('es').filter(([, text]) => /\bentradas?\b/i.test(text))).toEqual([]);
});

it('addresses the reader as tú', () => {
  expect(allOf('es').filter(([, text]) => FORMAL.test(text))).toEqual([]);
});
