import type { PlantedBug } from '../bug.ts';
import { accountBugs } from './account-bugs.ts';
import { commissionBugs } from './commission-bugs.ts';
import { lifeBugs } from './life-bugs.ts';
import { redemptionBugs } from './redemption-bugs.ts';
import { storageBugs } from './storage-bugs.ts';
import { webBugs } from './web-bugs.ts';

export const ALL_BUGS: readonly PlantedBug[] = [
  ...commissionBugs,
  ...redemptionBugs,
  ...accountBugs,
  ...storageBugs,
  ...lifeBugs,
  ...webBugs,
];
