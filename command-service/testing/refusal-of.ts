import { Refused } from '@perktree/contracts/refusals';

/** The code, and the sentence, with which a decision says no; null when it does not. */
export function refusalOf(decide: () => unknown): { code: string; message: string } | null {
  try {
    decide();
    return null;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { code: error.code, message: error.message };
  }
}
