/** How long a password may be, in characters: whatever it is made of (specification 5). */
export const PASSWORD_LENGTH = { least: 10, most: 200 } as const;
