import { Button, List, ListItem, ListItemText, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { joined } from '@perktree/contracts/kernel/isolated';
import { personName } from '@perktree/contracts/kernel/person-name';
import type { SiteBalancesAnswer } from '@perktree/contracts/ledger/calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../kit/query-view.tsx';
import { formatMoney } from '../lib/format.ts';
import { useApi } from '../lib/use-api.ts';
import { type Unpayable, unpayableOf } from './unpayable.ts';
import { WriteOffDialog } from './write-off-dialog.tsx';

interface Props {
  readonly siteId: string;
  /** Balances that have loaded. */
  readonly shown: SiteBalancesAnswer['distributors'];
  /** Whether `shown` has all balances of the site; if not, the unpayable ones are requested. */
  readonly isAll: boolean;
}

export function UnpayableBalances({ siteId, shown, isAll }: Props) {
  const request = { params: { siteId }, query: { show: 'unpayable' as const } };
  const others = useApi(calls.siteBalances, request, { staleTime: 0, enabled: !isAll });
  if (isAll) return <UnpayableList siteId={siteId} balances={shown} />;
  return (
    <QueryView query={others}>
      {({ distributors }) => <UnpayableList siteId={siteId} balances={distributors} />}
    </QueryView>
  );
}

function UnpayableList({ siteId, balances }: { siteId: string; balances: SiteBalancesAnswer['distributors'] }) {
  const { t } = useTranslation('write-off');
  const unpayable = unpayableOf(balances);
  if (unpayable.length === 0) return null;
  return (
    <div>
      <Typography variant="h3">{t('title')}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
        {t('text')}
      </Typography>
      <List disablePadding>
        {unpayable.map((balance) => (
          <UnpayableItem key={`${balance.distributorId} ${balance.currency}`} siteId={siteId} balance={balance} />
        ))}
      </List>
    </div>
  );
}

function UnpayableItem({ siteId, balance }: { siteId: string; balance: Unpayable }) {
  const { t, i18n } = useTranslation('write-off');
  const [isOpen, setIsOpen] = useState(false);
  const name = personName(balance.name, i18n.language);
  const money = (amount: string) => formatMoney(amount, balance.currency, i18n.language);
  return (
    <ListItem disableGutters sx={{ gap: 2, flexWrap: 'wrap' }}>
      <ListItemText
        primary={joined([name, money(balance.payable)])}
        secondary={[
          t(balance.isErased ? 'why.erased' : 'why.owes'),
          ...(balance.maturing === null ? [] : [t('maturing', { amount: money(balance.maturing) })]),
        ].join(' ')}
        sx={{ minWidth: 200 }}
      />
      {balance.isDue && (
        <Button
          size="small"
          color="error"
          aria-label={t('of', { name, amount: money(balance.payable) })}
          onClick={() => setIsOpen(true)}
        >
          {t('submit')}
        </Button>
      )}
      {isOpen && <WriteOffDialog siteId={siteId} balance={balance} onClose={() => setIsOpen(false)} />}
    </ListItem>
  );
}
