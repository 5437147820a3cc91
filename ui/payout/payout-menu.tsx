import type { PayoutAnswer } from '@perktree/contracts/payout/calls';
import { useState } from 'react';
import { MoreMenu } from '../kit/more-menu.tsx';
import { onDemand } from '../kit/on-demand.tsx';
import { useRestoreFocus } from '../kit/screen-heading.tsx';
import { useLocale } from '../lib/use-locale.ts';
import { actionsOf, type PayoutAction } from './payout-state.ts';

const dialogs = () => import('./payout-actions.tsx');
const ActionDialog = onDemand(async () => ({ default: (await dialogs()).ActionDialog }));
export const MarkPaidOnDemand = onDemand(async () => ({ default: (await dialogs()).MarkPaidDialog }));

/** @param props.waits for the approval of a second person */
export function PayoutMenu({ payout, waits }: { payout: PayoutAnswer; waits: boolean }) {
  const { t, format } = useLocale('payouts');
  const [action, setAction] = useState<PayoutAction | null>(null);
  // A payout whose status has changed may have no menu.
  useRestoreFocus(true);
  return (
    <>
      <MoreMenu
        label={t('action.open', { name: format.person(payout.name) })}
        groups={[
          actionsOf(payout, waits).map((name) => ({ label: t(`action.${name}.menu`), run: () => setAction(name) })),
        ]}
        button={{ edge: 'end' }}
      />
      {action && <ActionDialog payout={payout} action={action} onClose={() => setAction(null)} />}
    </>
  );
}
