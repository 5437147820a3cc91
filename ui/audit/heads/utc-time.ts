import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import { formatDateTime } from '../../lib/format.ts';

/** Heads are evidence: every reader sees the same time, with its zone. */
export const utcTime = (iso: string, language: string): string => `${formatDateTime(iso, language, UTC)} (${UTC})`;
