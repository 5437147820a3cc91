import { loadRefusalWords } from '../public/refusal-words.ts';

export type Rules = typeof import('./rules.ts');

let loaded: Rules | null = null;

/** The rules of the calls with their texts. Null if they cannot be loaded: the server validates anyway. */
export async function loadRules(): Promise<Rules | null> {
  const [rules] = await Promise.all([import('./rules.ts').catch(() => null), loadRefusalWords()]);
  loaded = rules;
  return rules;
}

export const loadedRules = (): Rules | null => loaded;
