/** What a command hands over. */
export interface Outcome {
  /** For `--json`, in one line. */
  readonly json: unknown;
  readonly text: string;
  /** For `--csv`. */
  readonly csv: string;
  /** Something differs: exit code 1. */
  readonly differs?: boolean;
}
