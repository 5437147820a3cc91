import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import CallSplit from '@mui/icons-material/CallSplit';
import EditOutlined from '@mui/icons-material/EditOutlined';
import ExpandLess from '@mui/icons-material/ExpandLess';
import LibraryAddOutlined from '@mui/icons-material/LibraryAddOutlined';
import QrCode2 from '@mui/icons-material/QrCode2';
import ShareOutlined from '@mui/icons-material/ShareOutlined';
import { Box, Button, IconButton, Stack, Typography } from '@mui/material';
import type { QrAnswer, TreeRow } from '@perktree/contracts/qr/answers';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { StatusBadge } from '../kit/page.tsx';
import { formatTreeFigure, joined, useLocale } from '../lib/use-locale.ts';
import { QrMenu, useQrCommand } from './qr-menu.tsx';
import type { OpenQrDialog } from './shared/dialogs/qr-dialog-host.tsx';
import { QrValidity } from './shared/dialogs/qr-fields.tsx';
import { useQrActions } from './shared/dialogs/use-qr-actions.ts';

/** What the signed-in user may do with a QR. The server enforces it. */
export interface Rights {
  readonly split: (qr: QrAnswer) => boolean;
  readonly sibling: (qr: QrAnswer) => boolean;
  readonly edit: (qr: QrAnswer) => boolean;
  /** Approve, reissue, deactivate, release and block: for the site's owner only. */
  readonly manage: boolean;
}

function ApprovalButtons({ qr }: { qr: QrAnswer }) {
  const { t } = useLocale('qr-management');
  const command = useQrCommand(qr);
  return (
    <Stack direction="row" spacing={1} useFlexGap sx={{ mt: 1.5, flexWrap: 'wrap' }}>
      <Button
        variant="contained"
        size="small"
        loading={command.isPending}
        onClick={() => command.mutate({ name: 'approve' })}
      >
        {t('command.approve.menu')}
      </Button>
      <ConfirmButton
        button={{ variant: 'outlined', size: 'small', color: 'error', children: t('command.decline.menu') }}
        title={t('command.decline.title')}
        confirmLabel={t('command.decline.confirm')}
        destructive
        command={command}
        given={{ name: 'decline' }}
      >
        {t('command.decline.text', { name: qr.name })}
      </ConfirmButton>
    </Stack>
  );
}

type State = readonly [tone: 'good' | 'quiet' | 'warning' | 'bad', label: string];

function QrStates({ qr, asOwner }: { qr: QrAnswer; asOwner: boolean }) {
  const { t, format } = useLocale('qr-management');
  const claim = (): State => {
    if (!qr.isClaimed) return ['quiet', t('row.unclaimed')];
    if (qr.claimedBy) return ['quiet', t('row.claimedBy', { name: format.person(qr.claimedBy.name) })];
    if (asOwner) return ['quiet', t('row.claimed')];
    return qr.isMine ? ['good', t('row.claimedByYou')] : ['quiet', t('row.claimedByOther')];
  };
  const states: readonly (State | false | undefined)[] =
    qr.approval === null
      ? [
          !qr.isActive && ['quiet', t('row.inactive')],
          qr.isExpired && ['bad', t('row.expired')],
          qr.isMaxedOut && ['warning', t('row.full')],
          claim(),
          qr.claimedBy?.isBlocked && ['bad', t('row.blocked')],
        ]
      : [[qr.approval === 'waiting' ? 'warning' : 'bad', t(`row.${qr.approval}`)]];
  return states.map((state) => state && <StatusBadge key={state[1]} tone={state[0]} label={state[1]} />);
}

export function QrListRow(props: {
  qr: TreeRow;
  rights: Rights;
  onDialog: (dialog: OpenQrDialog) => void;
  /** Hides the QRs below it. Undefined if there are none, or if the button below the row does it. */
  onClose?: (() => void) | undefined;
}) {
  const { t, format } = useLocale('qr-management');
  const { qr, rights, onDialog, onClose } = props;
  const { level } = qr;
  const isRoot = qr.parentQrId === null;
  const path = joined(qr.path?.map(({ name }) => name) ?? [], ' › ');
  const noSplit = rights.split(qr) ? reasonNotToSplit(qr) : null;
  return (
    <Box
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: '12px',
        p: { xs: 1.5, sm: 2 },
        bgcolor: level === 0 ? 'background.paper' : 'background.default',
      }}
    >
      <Stack direction="row" spacing={1.5} sx={{ justifyContent: 'space-between', alignItems: 'flex-start' }}>
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {path !== '' && <Typography variant="note">{t('row.path', { path })}</Typography>}
          <Typography variant="h3" component="p">
            {qr.name}
          </Typography>
          {qr.internalName && <Typography variant="note">{qr.internalName}</Typography>}
          <Typography variant="quiet">{format.benefit(qr)}</Typography>
        </Box>
        <Stack direction="row" spacing={0.5} sx={{ flex: 'none', maxWidth: '50%' }}>
          <Commission qr={qr} level={level} />
          {onClose && (
            <IconButton size="small" aria-label={t('row.close', { name: qr.name })} onClick={onClose} sx={{ mt: -1 }}>
              <ExpandLess />
            </IconButton>
          )}
        </Stack>
      </Stack>
      <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap', alignItems: 'center', mt: 1 }}>
        {isRoot && <StatusBadge tone="good" label={t('row.root')} />}
        <QrStates qr={qr} asOwner={rights.manage} />
        <Typography variant="quiet">
          {t('row.scans', { count: qr.totalScans })} · {t('row.redemptions', { count: qr.totalRedemptions })}
        </Typography>
      </Stack>
      <QrValidity qr={qr} />
      {isRoot && <Remaining qr={qr} />}
      {rights.manage && qr.createdBy && (
        <Typography variant="note" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
          {t('row.madeBy', { name: format.person(qr.createdBy.name) })}
        </Typography>
      )}
      {rights.manage && qr.approval === 'waiting' && <ApprovalButtons qr={qr} />}
      <RowActions qr={qr} rights={rights} onDialog={onDialog} isExpired={noSplit === 'expired'} />
      {noSplit && <Typography variant="note">{t(`row.noSplit.${noSplit}`)}</Typography>}
    </Box>
  );
}

/** What the owner of a root can still give. */
function Remaining({ qr }: { qr: TreeRow }) {
  const { t, format } = useLocale('qr-management');
  return (
    <Stack
      direction="row"
      spacing={1}
      sx={{
        justifyContent: 'space-between',
        alignItems: 'center',
        mt: 1.5,
        px: 1.5,
        py: 1,
        borderRadius: '10px',
        bgcolor: 'primary.light',
      }}
    >
      <div>
        <Typography variant="body2" sx={{ fontWeight: 650 }}>
          {t('row.remaining')}
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('row.remainingText')}
        </Typography>
      </div>
      <Typography variant="amount">{format.percentage(qr.availableCommission)}</Typography>
    </Stack>
  );
}

function RowActions(props: {
  qr: TreeRow;
  rights: Rights;
  onDialog: (dialog: OpenQrDialog) => void;
  isExpired: boolean;
}) {
  const { t } = useLocale('qr-management');
  const { qr, rights, onDialog, isExpired } = props;
  const actions = useQrActions();
  return (
    <Stack direction="row" useFlexGap spacing={0.5} sx={{ flexWrap: 'wrap', mt: 1, ml: -1 }}>
      <RowButton icon={<QrCode2 />} label={t('row.show')} onClick={() => onDialog({ kind: 'display', qr })} />
      <RowButton icon={<ShareOutlined />} label={t('row.share')} onClick={() => void actions.share(qr)} />
      {rights.split(qr) && (
        <RowButton
          icon={<CallSplit />}
          label={t('row.split')}
          disabled={isExpired}
          onClick={() => onDialog({ kind: 'split', qr })}
        />
      )}
      {rights.sibling(qr) && (
        <RowButton
          icon={<LibraryAddOutlined />}
          label={t('row.sibling')}
          onClick={() => onDialog({ kind: 'sibling', qr })}
        />
      )}
      {rights.edit(qr) && (
        <RowButton icon={<EditOutlined />} label={t('row.edit')} onClick={() => onDialog({ kind: 'edit', qr })} />
      )}
      {qr.childCount > 0 && (
        <RowButton
          icon={<AccountTreeOutlined />}
          label={t('row.shares')}
          to={`/qr-management/tree?site=${qr.siteId}&qr=${qr.id}`}
        />
      )}
      <QrMenu
        qr={qr}
        manage={rights.manage}
        onShow={() => onDialog({ kind: 'display', qr })}
        onDesign={() => onDialog({ kind: 'design', qr })}
      />
    </Stack>
  );
}

/** Why a QR cannot be split, or null. With no commission left the dialog still opens and says so. */
function reasonNotToSplit(qr: QrAnswer): 'expired' | 'nothingLeft' | null {
  if (qr.isExpired) return 'expired';
  return qr.availableCommission > 0 ? null : 'nothingLeft';
}

function RowButton(props: {
  icon: ReactNode;
  label: string;
  disabled?: boolean;
  onClick?: () => void;
  /** Renders it as a link to this path. */
  to?: string;
}) {
  return (
    <Button
      {...(props.to !== undefined && { component: Link, to: props.to })}
      size="small"
      startIcon={props.icon}
      disabled={props.disabled ?? false}
      {...(props.onClick && { onClick: props.onClick })}
      sx={{ px: { xs: 1, sm: 1.25 }, '& .MuiButton-startIcon': { display: { xs: 'none', sm: 'inherit' } } }}
    >
      {props.label}
    </Button>
  );
}

function Commission({ qr, level }: { qr: QrAnswer; level: number }) {
  const { t, format, language } = useLocale('qr-management');
  const isRoot = qr.parentQrId === null;
  const isChild = !isRoot && level <= 1;
  const words = isRoot ? 'row.commission' : isChild ? 'row.commissionChild' : 'row.commissionGrandchild';
  return (
    <Box sx={{ textAlign: 'right' }}>
      <Typography variant="amount">{format.percentage(qr.commissionPercent)}</Typography>
      <Typography variant="note">{t(words)}</Typography>
      {!isRoot && (
        <Typography variant="note">
          {formatTreeFigure(qr.commissionPercent, isChild ? 10 : 5, qr.currency, language)}
        </Typography>
      )}
    </Box>
  );
}
