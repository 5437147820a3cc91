import ExpandMore from '@mui/icons-material/ExpandMore';
import FlagOutlined from '@mui/icons-material/FlagOutlined';
import { Alert, Box, Button, Card, Collapse, ListItemText, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { FlagAnswer } from '@perktree/contracts/flag/calls';
import { FLAG_FILTERS, FLAG_RULES, type FlagKind, UNUSUAL_SALE } from '@perktree/contracts/flag/rules';
import { DAY_MS, MINUTE_MS } from '@perktree/contracts/kernel/durations';
import { useCallback, useId, useState } from 'react';
import { useParams } from 'react-router-dom';
import { DialogButton } from '../kit/confirm-button.tsx';
import { FormDialog, FormField } from '../kit/form/form.tsx';
import { ListDownload, ServerListView, useServerList } from '../kit/list/server-list.tsx';
import { BackLink, EmptyCard, LinkButton, PageHeader, StatusBadge } from '../kit/page.tsx';
import { Rows } from '../kit/rows.tsx';
import { useSite } from '../kit/use-site.ts';
import { useAuth } from '../lib/auth.tsx';
import { useForm } from '../lib/forms/use-form.ts';
import { joined, useLocale } from '../lib/use-locale.ts';

/** A rule's window in the largest unit that divides it. */
export function flagWindowOf(ms: number): { readonly unit: 'days' | 'minutes'; readonly count: number } {
  return ms % DAY_MS === 0 ? { unit: 'days', count: ms / DAY_MS } : { unit: 'minutes', count: ms / MINUTE_MS };
}

/** The subject of a flag: names, or the last characters of a browser's or network's id. */
function useSubject({ staff, customer, deviceId, networkId }: FlagAnswer): string {
  const { t, format } = useLocale('flags');
  const nameOf = ({ name }: { readonly name: string }) => format.person(name);
  if (staff && customer) return t('subject.pair', { staff: nameOf(staff), customer: nameOf(customer) });
  if (deviceId) return t('subject.device', { id: deviceId.slice(-6) });
  if (networkId) return t('subject.network', { id: networkId.slice(-6) });
  const person = staff ?? customer;
  return person ? nameOf(person) : t('subject.site');
}

function useReason(kind: FlagKind): string {
  const { t, format } = useLocale('flags');
  if (kind === 'unusual_sale') {
    return t('kind.unusual_sale.text', {
      times: format.number(UNUSUAL_SALE.times),
      last: format.number(UNUSUAL_SALE.ofLast),
    });
  }
  const { atLeast, withinMs } = FLAG_RULES[kind];
  const { unit, count } = flagWindowOf(withinMs);
  return t(`kind.${kind}.text`, { least: format.number(atLeast), window: t(`window.${unit}`, { count }) });
}

interface OfFlag {
  readonly flag: FlagAnswer;
  readonly siteId: string;
  readonly timeZone: string | undefined;
}

/** Marks the redemptions that the flag has now as reviewed, with the reason. */
function ReviewDialog({ flag, siteId, onClose }: { flag: FlagAnswer; siteId: string; onClose: () => void }) {
  const { t } = useLocale('flags');
  const subject = useSubject(flag);
  const title = t(`kind.${flag.kind}.title`);
  const form = useForm({
    fields: { reason: 'text' },
    call: calls.reviewFlag,
    body: ({ reason }) => ({ reason, redemptions: flag.redemptions }),
    params: { siteId, flagId: flag.id },
    done: () => ({ title: t('review.saved'), description: title }),
    failed: t('review.failed'),
    changes: [['/api', 'sites', siteId, 'flags']],
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title={t('review.title')}
      subtitle={`${title}: ${subject}`}
      submitLabel={t('review.submit')}
      form={form}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="reason"
        label={t('review.reason')}
        helperText={t('review.help', { count: flag.redemptions })}
        multiline
        autoFocus
      />
    </FormDialog>
  );
}

function FlagCard({ flag, siteId, timeZone }: OfFlag) {
  const { t, format } = useLocale('flags');
  const subject = useSubject(flag);
  const reason = useReason(flag.kind);
  const title = t(`kind.${flag.kind}.title`);
  const [open, setOpen] = useState(false);
  const { review } = flag;
  /** How many redemptions came since the review. */
  const left = flag.redemptions - (review?.redemptions ?? 0);
  const id = useId();
  const isOwner = useAuth().role === 'site_owner';
  return (
    <Card component="article" aria-labelledby={`${id}-title`} sx={{ p: { xs: 2, sm: 3 } }}>
      <Stack
        direction="row"
        spacing={1}
        useFlexGap
        sx={{ alignItems: 'flex-start', justifyContent: 'space-between', flexWrap: 'wrap' }}
      >
        <Typography id={`${id}-title`} variant="h2">
          {title}
        </Typography>
        <StatusBadge
          tone={left > 0 ? 'warning' : 'quiet'}
          label={joined([t('redemptions', { count: flag.redemptions }), ...(left > 0 ? [] : [t('review.done')])])}
        />
      </Stack>
      <Typography variant="name" sx={{ mt: 1 }}>
        {subject}
      </Typography>
      <Typography variant="quiet" sx={{ mt: 0.5 }}>
        {reason}
      </Typography>
      <Typography variant="quiet" sx={{ mt: 0.5 }}>
        {t('seen', {
          first: format.dateTime(flag.firstSeenAt, timeZone),
          last: format.dateTime(flag.lastSeenAt, timeZone),
        })}
      </Typography>
      {review && (
        <Box sx={{ mt: 1.5, pl: 1.5, borderLeft: 3, borderColor: 'divider' }}>
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            {t('review.by', { name: format.person(review.by.name), when: format.dateTime(review.at, timeZone) })}
          </Typography>
          <Typography variant="body2" sx={{ whiteSpace: 'pre-line' }}>
            {review.reason ?? t('review.erased')}
          </Typography>
          {left > 0 && <Typography variant="quiet">{t('review.since', { count: left })}</Typography>}
        </Box>
      )}
      <Button
        aria-expanded={open}
        aria-controls={`${id}-evidence`}
        endIcon={<ExpandMore sx={open ? { transform: 'rotate(180deg)' } : {}} />}
        onClick={() => setOpen(!open)}
        sx={{ ml: -2, mt: 1 }}
      >
        {t(open ? 'evidence.hide' : 'evidence.show')}
      </Button>
      {isOwner && (
        <DialogButton
          aria-label={t('review.openFor', { flag: `${title}: ${subject}` })}
          sx={{ ml: 1, mt: 1 }}
          dialog={(close) => <ReviewDialog flag={flag} siteId={siteId} onClose={close} />}
        >
          {t(left > 0 ? 'review.open' : 'review.again')}
        </DialogButton>
      )}
      <Box id={`${id}-evidence`}>
        <Collapse in={open} unmountOnExit>
          <Evidence flag={flag} siteId={siteId} timeZone={timeZone} />
        </Collapse>
      </Box>
    </Card>
  );
}

type Sale = FlagAnswer['evidence'][number]['sale'];

function Evidence({ flag, siteId, timeZone }: OfFlag) {
  const { t, format } = useLocale('flags');
  const { role } = useAuth();
  const saleOf = ({ amount, usual, currency }: Sale) => {
    const money = (sum: string) => format.money(sum, currency);
    return usual === null ? money(amount) : t('evidence.sale', { amount: money(amount), usual: money(usual) });
  };
  return (
    <>
      {flag.evidence.length < flag.redemptions && (
        <Typography variant="quiet">{t('evidence.newest', { count: flag.evidence.length })}</Typography>
      )}
      <Rows items={flag.evidence} keyOf={({ redemptionId }) => redemptionId}>
        {(redemption) => (
          <>
            <ListItemText
              primary={format.person(redemption.customer.name)}
              secondary={joined([
                format.dateTime(redemption.redeemedAt, timeZone),
                redemption.staff
                  ? t('evidence.staff', { name: format.person(redemption.staff.name) })
                  : t('evidence.alone'),
                saleOf(redemption.sale),
                ...(redemption.reversal ? [t(`evidence.${redemption.reversal}`)] : []),
              ])}
            />
            {role === 'site_owner' && (
              <LinkButton
                to={`/sites/${siteId}/redemptions?redemption=${redemption.redemptionId}`}
                variant="text"
                aria-label={t('evidence.openFor', {
                  name: format.person(redemption.customer.name),
                  when: format.dateTime(redemption.redeemedAt, timeZone),
                })}
                sx={{ flex: 'none' }}
              >
                {t('evidence.open')}
              </LinkButton>
            )}
          </>
        )}
      </Rows>
    </>
  );
}

const NAMES = { filters: FLAG_FILTERS, sorts: ['newest', 'oldest', 'redemptions'], pageLength: 50 } as const;

export default function FlagsPage() {
  const { t } = useLocale('flags');
  const { siteId = '' } = useParams();
  const site = useSite(siteId);
  const list = useServerList(calls.siteFlags, { siteId }, NAMES);
  const timeZone = site?.timeZone;
  const flagCard = useCallback(
    (flag: FlagAnswer) => <FlagCard flag={flag} siteId={siteId} timeZone={timeZone} />,
    [siteId, timeZone],
  );
  return (
    <>
      <BackLink to="/sites" label={t('back')} />
      <PageHeader
        title={t('title')}
        subtitle={joined([site?.name, timeZone && t('zone', { zone: timeZone })])}
        actions={<ListDownload title={t('title')} of={site?.name} list={list} />}
      />
      <Alert severity="info" sx={{ mb: 2 }}>
        {t('neverBlock')}
      </Alert>
      <ServerListView
        list={list}
        label={t('title')}
        search={t('search')}
        nameOf={(shown) => (shown === 'unreviewed' ? t('unreviewed') : t(`kind.${shown}.title`))}
        empty={<EmptyCard icon={<FlagOutlined />} title={t('empty')} text={t('emptyText')} />}
        keyOf={(flag) => flag.id}
        height={180}
        cards={600}
      >
        {flagCard}
      </ServerListView>
    </>
  );
}
