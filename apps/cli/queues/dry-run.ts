/** The last line of a command that would send something. */
export const DRY_RUN = 'Nothing was changed. Add --yes to send these again.';
