/** Length of a password in characters, of any kind. */
export const PASSWORD_LENGTH = { least: 10, most: 200 } as const;
