/** Keyboards must not correct codes. */
export const CODE_INPUT = { autoCapitalize: 'characters', autoCorrect: 'off', spellCheck: false } as const;

/** Not the type `email`, which rewrites addresses with letters outside ASCII. */
export const EMAIL_INPUT = {
  inputMode: 'email',
  autoCapitalize: 'off',
  autoCorrect: 'off',
  spellCheck: false,
} as const;

/** Of a field for a code of an authenticator (digits), or a recovery code. */
export const oneTimeCodeInput = (digits: boolean) => ({
  ...CODE_INPUT,
  inputMode: digits ? ('numeric' as const) : ('text' as const),
  ...(digits ? { autoCapitalize: 'off' as const } : {}),
});

let isPressed = false;
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (isPressed = true), true);
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => (isPressed = false), true);
}

/** An error that appears between press and release would move the pressed button, and its click would be lost. */
export function afterKeyPress(act: () => void): void {
  if (isPressed) window.addEventListener('pointerup', act, { once: true });
  else act();
}
