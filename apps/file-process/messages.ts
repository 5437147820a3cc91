import type { RefusalCode } from '@perktree/contracts/kernel/refusals';
import type { ClaimedFile } from '@perktree/platform/files/making';

/** The first message to the process of a file. It takes all other settings from the parent's environment. */
export interface FileTask {
  readonly file: ClaimedFile;
  readonly connectionString: string;
  readonly publicUrl: string;
  /** Whether the parent has a key for signing. */
  readonly signs: boolean;
}

/** From the process of a file: its progress from 0 to 1, or its end. */
export type FileReport = { readonly progress: number } | { readonly failure: RefusalCode | null };
