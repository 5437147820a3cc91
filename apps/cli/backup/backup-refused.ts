/** A backup or restore is not possible; the message tells the operator why. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
