import type { CustomTypesConfig } from 'pg';

/** Makes `pg` return every column as the server's text, JSON too. The cast is needed because its types demand more. */
export const AS_TEXT = { getTypeParser: () => (value: string) => value } as unknown as CustomTypesConfig;
