/** Asks the user in a dialog, before a refused call is repeated. @returns false: they cancelled */
type Ask = () => Promise<boolean>;

function question() {
  let asking: Ask | null = null;
  return {
    /** The dialog that asks, while it is mounted. @returns ends it */
    register(ask: Ask): () => void {
      asking = ask;
      return () => {
        if (asking === ask) asking = null;
      };
    },
    /** @returns whether the call can be repeated; false also where no dialog is mounted */
    ask: async (): Promise<boolean> => (asking === null ? false : asking()),
  };
}

export type Question = ReturnType<typeof question>;

/** To prove that the session is theirs. */
export const proof = question();
/** To log in again, after the session has ended. */
export const newLogin = question();
