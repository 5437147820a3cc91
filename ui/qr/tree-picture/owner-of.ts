import { personName } from '@perktree/contracts/kernel/person-name';
import type { TreeRow } from '@perktree/contracts/qr/answers';
import type { TFunction } from 'i18next';

/** Text for the distributor who earns with a QR. Names are shown only if the user may see them. */
export function ownerOf(row: TreeRow, t: TFunction<'tree-picture'>, language: string): string {
  if (!row.isClaimed) return t('unclaimed');
  if (row.claimedBy) return personName(row.claimedBy.name, language);
  return row.isMine ? t('you') : t('otherOwner');
}
