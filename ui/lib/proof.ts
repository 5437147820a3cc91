/** Asks the user to prove that the session is theirs. @returns false: they cancelled */
type AskForProof = () => Promise<boolean>;

let ask: AskForProof | null = null;

/** The dialog that asks, while it is mounted. @returns ends it */
export function registerProof(asking: AskForProof): () => void {
  ask = asking;
  return () => {
    if (ask === asking) ask = null;
  };
}

/** @returns whether the call can be repeated; false also where no dialog is mounted */
export const askForProof: AskForProof = async () => (ask === null ? false : ask());
