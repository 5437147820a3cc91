/** Length of a password in characters, of any kind. */
export const PASSWORD_LENGTH = { min: 10, max: 200 } as const;
