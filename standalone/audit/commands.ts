import { close } from './close.ts';
import type { Outcome } from './outcome.ts';
import { replay } from './replay.ts';
import type { Tools } from './tools.ts';
import { whatIf } from './what-if.ts';
import type { Words } from './words.ts';

export const COMMANDS: Readonly<Record<string, (tools: Tools, words: Words) => Promise<Outcome>>> = {
  replay,
  close,
  'what-if': whatIf,
};

/** One line, in which positions are texts. */
export const toJson = (value: unknown) =>
  JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? each.toString() : each));
