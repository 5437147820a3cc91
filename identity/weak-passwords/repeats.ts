import { folded } from './folded.ts';

/** One to four characters repeated three times or more; the last repetition may be incomplete. */
const REPEATED = /^(.{1,4}?)\1{2,}.{0,3}$/su;

/** Whether a password is one character or a short pattern again and again, such as `aaaaaaaaaa` or `abcabcabcabc`. */
export const repeatsItself = (password: string): boolean => REPEATED.test(folded(password));
