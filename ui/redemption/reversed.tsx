import { Button, Dialog, DialogActions, DialogContent, DialogTitle, List, ListItem, Typography } from '@mui/material';
import type { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import type { Currency } from '@perktree/contracts/kernel/money';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../lib/format.ts';

interface Props {
  readonly answer: CallAnswer<typeof calls.reverseRedemption>;
  readonly currency: Currency;
  readonly onClose: () => void;
}

export function Reversed({ answer, currency, onClose }: Props) {
  const { t, i18n } = useTranslation('redemptions');
  const id = useId();
  const money = (amount: string) => formatMoney(amount, currency, i18n.language);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id} aria-describedby={`${id}-text`}>
      <DialogTitle id={id}>{t('reversed.title')}</DialogTitle>
      <DialogContent>
        <Typography id={`${id}-text`}>
          {t(answer.whole ? 'reversed.whole' : 'reversed.part', { amount: money(answer.amount) })}
        </Typography>
        <Typography variant="h3" component="h3" sx={{ mt: 2.5, mb: 0.5 }}>
          {t('reversed.shares')}
        </Typography>
        {answer.entries.length === 0 && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('reversed.noShares')}
          </Typography>
        )}
        <List disablePadding>
          {answer.entries.map((entry) => (
            <ListItem key={entry.id} disableGutters sx={{ justifyContent: 'space-between', gap: 2 }}>
              <span>
                {t('reversed.qr')} <span style={{ fontFamily: 'monospace' }}>{entry.qrId.slice(-6)}</span>
              </span>
              <Typography component="span" sx={{ fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>
                {money(entry.amount)}
              </Typography>
            </ListItem>
          ))}
        </List>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button variant="contained" autoFocus onClick={onClose}>
          {t('common:close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
