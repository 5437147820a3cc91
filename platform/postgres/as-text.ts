import type { CustomTypesConfig } from 'pg';

/** Makes `pg` give every column as the text that the server sends, JSON too. Its types do not tell that this is enough. */
export const AS_TEXT = { getTypeParser: () => (value: string) => value } as unknown as CustomTypesConfig;
