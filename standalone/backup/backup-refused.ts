/** A file that cannot be restored, or a place that it cannot be restored to, in a sentence for the operator. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
