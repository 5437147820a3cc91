import { Refused } from '@perktree/contracts/kernel/refusals';

/** The code and the sentence of the refusal of a decision; null if it does not refuse. */
export function refusalOf(decide: () => unknown): { code: string; message: string } | null {
  try {
    decide();
    return null;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { code: error.code, message: error.message };
  }
}
