import ContentCopy from '@mui/icons-material/ContentCopy';
import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useCopy } from '../lib/clipboard.ts';
import { QUIET_ZONE, qrOutline } from '../lib/qr-matrix.ts';
import { useRestoreFocus } from './screen-heading.tsx';

/** A text with a copy button, such as a key. */
export function CopiedText(props: { text: string; label: string; copied: string; failed: string }) {
  const copy = useCopy();
  return (
    <Stack spacing={1.5} sx={{ alignItems: 'flex-start' }}>
      <Box component="code" sx={{ overflowWrap: 'anywhere', fontWeight: 700 }}>
        {props.text}
      </Box>
      <Button
        variant="outlined"
        startIcon={<ContentCopy />}
        onClick={() => copy(props.text, { title: props.copied }, { title: props.failed })}
      >
        {props.label}
      </Button>
    </Stack>
  );
}

/** Edge in CSS pixels. */
const EDGE = 220;

export function AddressQr({ address, label }: { address: string; label: string }) {
  const { data: outline } = useQuery({
    queryKey: ['address-qr', address],
    queryFn: () => qrOutline(address),
    // Addresses may contain secrets.
    gcTime: 0,
  });
  if (outline === undefined) return null;
  const edge = outline.size + 2 * QUIET_ZONE;
  return (
    <svg
      role="img"
      aria-label={label}
      width={EDGE}
      height={EDGE}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${edge} ${edge}`}
      shapeRendering="crispEdges"
    >
      {/* White in the dark theme, too: scanners expect it. */}
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={edge} height={edge} fill="#fff" />
      <path d={outline.path} fill="#000" />
    </svg>
  );
}

/** A dialog for content that is shown only once: only its button closes it. */
export function OnceDialog(props: { title: string; doneLabel: string; onClose: () => void; children: ReactNode }) {
  const titleId = useId();
  useRestoreFocus(true);
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{props.title}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>{props.children}</Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button variant="contained" onClick={props.onClose}>
          {props.doneLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Shows a key or secret once. @param props.catalogue has the texts under `shown` */
export function ShownOnceDialog(props: { secret: string; catalogue: 'api-keys' | 'webhooks'; onClose: () => void }) {
  const { secret, catalogue, onClose } = props;
  const { t } = useTranslation(catalogue);
  return (
    <OnceDialog title={t('shown.title')} doneLabel={t('shown.done')} onClose={onClose}>
      <Alert severity="warning">{t('shown.text')}</Alert>
      <CopiedText text={secret} label={t('shown.copy')} copied={t('shown.copied')} failed={t('shown.copyFailed')} />
    </OnceDialog>
  );
}
