import type { Dice } from '../../trust/dice.ts';

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=.';
/** Look-alikes, invisible characters and separators. */
const STRANGE = ['\u0000', ' ', '\t', '\n', '\u00a0', '\u200b', 'А', 'е', 'ｏ', '\ud800', '💶', '%2e', ';', ','];

/** A token that differs from the genuine one, often slightly. @param other a genuine token of another person */
export function mutateToken(token: string, other: string, dice: Dice): string {
  for (;;) {
    const made = changed(token, other, dice);
    if (made !== token) return made;
  }
}

function changed(token: string, other: string, dice: Dice): string {
  const at = dice.int(token.length);
  const replacedBy = (text: string) => token.slice(0, at) + text + token.slice(at + 1);
  switch (dice.int(12)) {
    case 0:
    case 1:
    case 2:
      return replacedBy(dice.pick([...BASE64]));
    case 3:
      return replacedBy(String.fromCharCode(token.charCodeAt(at) ^ (1 << dice.int(7))));
    case 4:
      return replacedBy(dice.pick(STRANGE));
    case 5:
      return token.slice(0, at);
    case 6:
      return token + dice.pick([...BASE64, ...STRANGE, token]);
    case 7:
      return token.slice(0, at) + other.slice(at);
    case 8:
      return dice.pick([token.toLowerCase(), token.toUpperCase(), [...token].reverse().join('')]);
    case 9:
      return token.replaceAll('-', '+').replaceAll('_', '/') + dice.pick(['', '=', '==']);
    case 10: {
      // Swap two neighbours.
      const [a = '', b = ''] = [token[at], token[at + 1]];
      return token.slice(0, at) + b + a + token.slice(at + 2);
    }
    default:
      return dice.pick(STRANGE) + token;
  }
}
