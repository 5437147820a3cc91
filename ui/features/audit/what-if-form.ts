import type { FlagKind } from '@perktree/contracts/flag-rules';
import type { COMMISSION_RULE_NAMES } from '@perktree/contracts/http/audit-reports';
import { isAmount } from '@perktree/contracts/money';

/** What is tried, as the form has it; an empty field leaves it as it was. */
export interface WhatIfForm {
  readonly rule: (typeof COMMISSION_RULE_NAMES)[number];
  readonly holdDays: string;
  readonly minimumPayout: string;
  readonly refused: readonly FlagKind[];
  /** By QR: the percent to try. */
  readonly percents: Readonly<Record<string, string>>;
}

export const UNCHANGED: WhatIfForm = {
  ...{ rule: 'path_differential', holdDays: '', minimumPayout: '', refused: [], percents: {} },
};

const PERCENT = /^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/;

/** Fields that are wrong. */
export function wrongIn({ minimumPayout, percents }: WhatIfForm): readonly ('minimumPayout' | 'percents')[] {
  return [
    ...(minimumPayout !== '' && !isAmount(minimumPayout) ? (['minimumPayout'] as const) : []),
    ...(Object.values(percents).some((percent) => !PERCENT.test(percent)) ? (['percents'] as const) : []),
  ];
}

/** The form as a call takes it; what is as it was is left out. */
export function queryOfForm(form: WhatIfForm): Record<string, string> {
  const percents = Object.entries(form.percents).map(([qrId, percent]) => `${qrId}:${percent}`);
  return {
    ...(form.rule !== UNCHANGED.rule && { rule: form.rule }),
    ...(form.holdDays !== '' && { holdDays: form.holdDays }),
    ...(form.minimumPayout !== '' && { minimumPayout: form.minimumPayout }),
    ...(form.refused.length > 0 && { refused: form.refused.join(',') }),
    ...(percents.length > 0 && { percents: percents.join(',') }),
  };
}
