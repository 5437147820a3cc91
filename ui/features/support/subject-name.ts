import type { FoundKind } from '@perktree/contracts/http/support';
import { personName } from '@perktree/contracts/person-name';

/** The name of a result or a timeline's subject in the language of the page. */
export function subjectName(kind: FoundKind, name: string, language: string): string {
  return kind === 'redemption' || kind === 'qr' || kind === 'site' ? name : personName(name, language);
}
