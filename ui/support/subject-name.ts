import { personName } from '@perktree/contracts/kernel/person-name';
import type { FoundKind } from '@perktree/contracts/support/calls';

/** The name of a result or a timeline's subject in the language of the page. */
export function subjectName(kind: FoundKind, name: string, language: string): string {
  return kind === 'redemption' || kind === 'qr' || kind === 'site' ? name : personName(name, language);
}
