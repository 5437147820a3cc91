import { Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { QrAnswer, TreeRow } from '@perktree/contracts/qr/answers';
import { useState } from 'react';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { CheckField } from '../kit/form/check-field.tsx';
import { MoreMenu } from '../kit/more-menu.tsx';
import { onDemand } from '../kit/on-demand.tsx';
import { callApi } from '../lib/api.ts';
import { useApi, useCommand } from '../lib/use-api.ts';
import { useLocale } from '../lib/use-locale.ts';
import { useQrActions } from './shared/dialogs/use-qr-actions.ts';
import { qrReads } from './shared/dialogs/use-qr-form.ts';

const BlockDialog = onDemand(() => import('../distributor/shared/block-dialog.tsx'));

const COMMANDS = {
  reissue: calls.reissueQr,
  deactivate: calls.deactivateQr,
  activate: calls.activateQr,
  release: calls.releaseClaim,
  approve: calls.approveQr,
  decline: calls.declineQr,
} as const;
type QrCommand = keyof typeof COMMANDS;

/** The same for everything below the QR, too. */
const ON_BRANCH = { deactivate: calls.deactivateBranch, activate: calls.activateBranch } as const;
type BranchCommand = keyof typeof ON_BRANCH;

const isBranchCommand = (name: QrCommand | null): name is BranchCommand => name !== null && name in ON_BRANCH;

interface Asked {
  readonly name: QrCommand;
  readonly withBelow?: boolean;
}

function commandsFor(qr: Pick<QrAnswer, 'approval' | 'isExpired' | 'isActive' | 'isClaimed'>): QrCommand[] {
  if (qr.approval !== null) return [];
  return [
    ...(qr.isExpired ? (['reissue'] as const) : []),
    qr.isActive ? 'deactivate' : 'activate',
    ...(qr.isClaimed ? (['release'] as const) : []),
  ];
}

export function useQrCommand(qr: QrAnswer) {
  const { t } = useLocale('qr-management');
  return useCommand({
    /** @returns how many QRs have changed; null: this one alone */
    async send({ name, withBelow = false }: Asked): Promise<number | null> {
      const params = { siteId: qr.siteId, qrId: qr.id };
      if (withBelow && isBranchCommand(name)) return (await callApi(ON_BRANCH[name], { params })).changed;
      await callApi(COMMANDS[name], { params });
      return null;
    },
    done: (changed, { name }) => ({
      title: t(`command.${name}.done`),
      description: changed === null ? qr.name : t('command.changed', { name: qr.name, count: changed }),
    }),
    failed: ({ name }) => t(`command.${name}.failed`),
    changes: qrReads(qr.siteId),
  });
}

/** Says how many QRs below a QR its command leaves as they are, and offers to include them. Nothing if there are none. */
function BranchChoice(props: {
  qr: QrAnswer;
  command: BranchCommand;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}) {
  const { t } = useLocale('qr-management');
  const { qr, command, isChecked, onChange } = props;
  const params = { siteId: qr.siteId, qrId: qr.id };
  const { data } = useApi(calls.qrsBelow, { params }, { gcTime: 0, staleTime: 0 });
  const count = data?.[command === 'deactivate' ? 'active' : 'inactive'] ?? 0;
  if (count === 0) return null;
  return (
    <>
      <Typography sx={{ mt: 2 }}>{t(`command.${command}.below`, { count })}</Typography>
      <CheckField sx={{ mt: 0.5 }} checked={isChecked} onChange={onChange} label={t(`command.${command}.withBelow`)} />
    </>
  );
}

export function QrMenu(props: { qr: TreeRow; manage: boolean; onShow: () => void; onDesign: () => void }) {
  const { qr, manage, onShow, onDesign } = props;
  const { t, format } = useLocale('qr-management');
  const actions = useQrActions();
  const command = useQrCommand(qr);
  const [asking, setAsking] = useState<QrCommand | null>(null);
  const [withBelow, setWithBelow] = useState(false);
  const [isBlocking, setBlocking] = useState(false);
  const person = qr.claimedBy ?? qr.createdBy;
  const close = () => {
    setAsking(null);
    setWithBelow(false);
  };
  const run = (name: QrCommand) => command.mutate({ name, withBelow }, { onSettled: close });
  const forAll = [
    { label: t('menu.show'), run: onShow },
    { label: t('menu.copy'), run: () => actions.copyUrl(qr) },
    { label: t('menu.download'), run: () => actions.download(qr) },
    { label: t('menu.stats'), run: () => actions.showStats(qr) },
    ...(manage && qr.parentQrId === null ? [{ label: t('menu.design'), run: onDesign }] : []),
  ];
  const block = (name: string) => t(person?.isBlocked ? 'menu.unblock' : 'menu.block', { name });
  const forManagers = manage
    ? [
        ...commandsFor(qr).map((name) => ({ label: t(`command.${name}.menu`), run: () => setAsking(name) })),
        ...(person ? [{ label: block(format.person(person.name)), run: () => setBlocking(true) }] : []),
      ]
    : [];
  return (
    <>
      <MoreMenu label={t('menu.open', { name: qr.name })} groups={[forAll, forManagers]} />
      {person && isBlocking && (
        <BlockDialog siteId={qr.siteId} distributor={person} onClose={() => setBlocking(false)} />
      )}
      <ConfirmDialog
        open={asking !== null}
        title={asking ? t(`command.${asking}.title`) : ''}
        confirmLabel={asking ? t(`command.${asking}.confirm`) : ''}
        destructive={asking === 'deactivate' || asking === 'release'}
        pending={command.isPending}
        onConfirm={() => asking && run(asking)}
        onClose={close}
      >
        {asking && t(`command.${asking}.text`, { name: qr.name })}
        {isBranchCommand(asking) && qr.childCount > 0 && (
          <BranchChoice qr={qr} command={asking} isChecked={withBelow} onChange={setWithBelow} />
        )}
      </ConfirmDialog>
    </>
  );
}
