import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './product.ts';

export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];
/** An interface text by its catalogue and key, such as `sites:create.open`, with values for its `{{places}}`. */
export type Words = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** The interface texts of a language, by which tests find elements in any language. */
export function wordsIn(language: Language): Words {
  const catalogues = new Map<string, unknown>();
  const catalogue = (name: string) => {
    if (!catalogues.has(name)) {
      const folder = join(ROOT, 'ui/locales', language);
      const file = [`${name}.json`, `shared/${name}.json`].find((path) => existsSync(join(folder, path)));
      if (file === undefined) throw new Error(`no catalogue ${name} in ${language}`);
      catalogues.set(name, JSON.parse(readFileSync(join(folder, file), 'utf8')));
    }
    return catalogues.get(name);
  };
  return (key, values = {}) => {
    const [name = '', path = ''] = key.split(':');
    const text = path
      .split('.')
      .reduce<unknown>((part, step) => (part as Record<string, unknown>)?.[step], catalogue(name));
    if (typeof text !== 'string') throw new Error(`no text ${key} in ${language}`);
    return text.replace(/{{(\w+)}}/g, (_, place: string) => String(values[place] ?? ''));
  };
}
