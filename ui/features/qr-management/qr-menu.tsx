import MoreVert from '@mui/icons-material/MoreVert';
import { Divider, IconButton, Menu, MenuItem } from '@mui/material';
import type { QrAnswer } from '@perktree/contracts/http/qr-answers';
import { personName } from '@perktree/contracts/person-name';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BlockDialog } from '../../components/block-dialog.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useQrActions } from '../../components/qr-dialogs/use-qr-actions.ts';
import { commandsFor, type QrCommand, useQrCommand } from './use-qr-command.ts';

export function QrMenu(props: { qr: QrAnswer; manage: boolean; onShow: () => void; onDesign: () => void }) {
  const { qr, manage, onShow, onDesign } = props;
  const { t, i18n } = useTranslation('qr-management');
  const actions = useQrActions();
  const command = useQrCommand(qr);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [asking, setAsking] = useState<QrCommand | null>(null);
  const [isBlocking, setBlocking] = useState(false);
  const person = qr.claimedBy ?? qr.createdBy;
  const id = useId();
  const pick = (action: () => unknown) => () => {
    setAnchor(null);
    void action();
  };
  const run = (name: QrCommand) => command.mutate(name, { onSettled: () => setAsking(null) });
  return (
    <>
      <IconButton
        aria-label={t('menu.open', { name: qr.name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        {...(anchor ? { 'aria-controls': id } : {})}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVert />
      </IconButton>
      <Menu id={id} open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <MenuItem onClick={pick(onShow)}>{t('menu.show')}</MenuItem>
        <MenuItem onClick={pick(() => actions.copyUrl(qr))}>{t('menu.copy')}</MenuItem>
        <MenuItem onClick={pick(() => actions.download(qr))}>{t('menu.download')}</MenuItem>
        <MenuItem onClick={pick(() => actions.showStats(qr))}>{t('menu.stats')}</MenuItem>
        {manage && qr.parentQrId === null && <MenuItem onClick={pick(onDesign)}>{t('menu.design')}</MenuItem>}
        {manage && (commandsFor(qr).length > 0 || person) && <Divider component="li" />}
        {manage &&
          commandsFor(qr).map((name) => (
            <MenuItem key={name} onClick={pick(() => setAsking(name))}>
              {t(`command.${name}.menu`)}
            </MenuItem>
          ))}
        {manage && person && (
          <MenuItem onClick={pick(() => setBlocking(true))}>
            {t(person.isBlocked ? 'menu.unblock' : 'menu.block', { name: personName(person.name, i18n.language) })}
          </MenuItem>
        )}
      </Menu>
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
        onClose={() => setAsking(null)}
      >
        {asking && t(`command.${asking}.text`, { name: qr.name })}
      </ConfirmDialog>
    </>
  );
}
