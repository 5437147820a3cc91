import CallSplit from '@mui/icons-material/CallSplit';
import PlaylistAdd from '@mui/icons-material/PlaylistAdd';
import { Box, Button, Card, Chip, Stack, Typography } from '@mui/material';
import { joined } from '@perktree/contracts/kernel/isolated';
import type { QrAnswer, TreeRow } from '@perktree/contracts/qr/answers';
import { benefitLabel } from '@perktree/contracts/qr/benefit';
import { useTranslation } from 'react-i18next';
import { MoreMenu } from '../../kit/more-menu.tsx';
import { formatPercent } from '../../lib/format.ts';
import type { OpenQrDialog } from '../../qr/shared/dialogs/qr-dialog-host.tsx';
import { QrValidity } from '../../qr/shared/dialogs/qr-validity.tsx';
import { useQrActions } from '../../qr/shared/dialogs/use-qr-actions.ts';

type OpenDialog = (kind: OpenQrDialog['kind']) => void;

export function QrItem(props: {
  qr: TreeRow;
  canSplit: boolean;
  canMakeSibling: boolean;
  canEdit: boolean;
  onOpen: OpenDialog;
}) {
  const { t, i18n } = useTranslation('scanner');
  const { qr, onOpen } = props;
  return (
    <Card sx={{ p: 2 }}>
      <Stack direction="row" spacing={1} sx={{ justifyContent: 'space-between', alignItems: 'flex-start' }}>
        <Box sx={{ minWidth: 0 }}>
          {qr.path !== null && qr.path.length > 0 && (
            <Typography variant="caption" component="p" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {t('qrCodes.path', {
                path: joined(
                  qr.path.map(({ name }) => name),
                  ' › ',
                ),
              })}
            </Typography>
          )}
          <Typography variant="h3" sx={{ overflowWrap: 'anywhere' }}>
            {qr.name}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {benefitLabel(qr, i18n.language, 'scan')}
          </Typography>
        </Box>
        <QrMenu qr={qr} canEdit={props.canEdit} onOpen={onOpen} />
      </Stack>
      <Stack direction="row" spacing={1} useFlexGap sx={{ mt: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Chip
          size="small"
          color="success"
          label={t('qrCodes.commission', { percent: formatPercent(qr.commissionPercent, i18n.language) })}
        />
        <Chip size="small" label={t('qrCodes.scans', { count: qr.totalScans })} />
        {qr.approval !== null && <Chip size="small" variant="outlined" label={t(`qrCodes.${qr.approval}`)} />}
        {qr.approval === null && !qr.isMine && (
          <Chip
            size="small"
            variant="outlined"
            label={t(qr.isClaimed ? 'qrCodes.claimedByOther' : 'qrCodes.unclaimed')}
          />
        )}
      </Stack>
      <QrValidity qr={qr} />
      {(props.canSplit || props.canMakeSibling) && (
        <Stack direction="row" spacing={1} useFlexGap sx={{ mt: 1.5, flexWrap: 'wrap' }}>
          {props.canSplit && (
            <Button
              variant="outlined"
              startIcon={<CallSplit />}
              aria-label={t('qrCodes.splitOf', { name: qr.name })}
              onClick={() => onOpen('split')}
            >
              {t('qrCodes.split')}
            </Button>
          )}
          {props.canMakeSibling && (
            <Button
              variant="outlined"
              startIcon={<PlaylistAdd />}
              aria-label={t('qrCodes.siblingOf', { name: qr.name })}
              onClick={() => onOpen('sibling')}
            >
              {t('qrCodes.sibling')}
            </Button>
          )}
        </Stack>
      )}
    </Card>
  );
}

function QrMenu({ qr, canEdit, onOpen }: { qr: QrAnswer; canEdit: boolean; onOpen: OpenDialog }) {
  const { t } = useTranslation('scanner');
  const actions = useQrActions();
  const items = [
    { label: t('qrCodes.stats'), run: () => actions.showStats(qr) },
    ...(canEdit ? [{ label: t('qrCodes.edit'), run: () => onOpen('edit') }] : []),
    { label: t('qrCodes.copyUrl'), run: () => actions.copyUrl(qr) },
    { label: t('qrCodes.download'), run: () => actions.download(qr) },
  ];
  const label = t('qrCodes.more', { name: qr.name });
  return <MoreMenu label={label} groups={[items]} button={{ sx: { mt: -1, mr: -1 } }} />;
}
