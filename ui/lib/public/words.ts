import { isolated } from '@perktree/contracts/kernel/isolated';

type Catalogue = { readonly [key: string]: string | Catalogue };
type Values = Readonly<Record<string, string | number>>;

/** Every path to a text in a catalogue: `"customer.header"`. */
type TextKey<C> = {
  [K in keyof C & string]: C[K] extends string ? K : `${K}.${TextKey<C[K]>}`;
}[keyof C & string];

export type Translate<C> = (key: TextKey<C>, values?: Values) => string;

/**
 * Reads texts like i18next (`{{name}}` is filled in), in 20 lines instead of 15 KB: the public pages need no plurals,
 * contexts or nesting.
 */
export function translator<C extends Catalogue>(catalogue: C): Translate<C> {
  return (key, values = {}) => {
    let found: string | Catalogue | undefined = catalogue;
    for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
    if (typeof found !== 'string') return key;
    return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => isolated(String(values[name] ?? '')));
  };
}
