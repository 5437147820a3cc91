import type { TimelineKind } from '@perktree/contracts/http/support';
import { personName } from '@perktree/contracts/person-name';

/** The name of a timeline's subject in the language of the page. */
export function subjectName(kind: TimelineKind, name: string, language: string): string {
  return kind === 'customer' || kind === 'distributor' ? personName(name, language) : name;
}
