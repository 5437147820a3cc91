import { Alert, Box, Typography } from '@mui/material';
import type { ExplanationAnswer } from '@perktree/contracts/audit/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { COMMISSION_RULES } from '@perktree/contracts/commission/registry';
import type { LedgerEntryAnswer } from '@perktree/contracts/ledger/calls';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { InfoDialog } from '../../kit/dialogs.tsx';
import { QueryView, StatusBadge } from '../../kit/page.tsx';
import { useAuth } from '../../lib/auth.tsx';
import { useDifferenceTexts } from '../../lib/difference-words.ts';
import { serverNow } from '../../lib/public/time.ts';
import { ruleTexts } from '../../lib/rule-settings.ts';
import { useApi } from '../../lib/use-api.ts';
import { isolated, useLocale } from '../../lib/use-locale.ts';

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" sx={{ mb: 2.5 }}>
      <Typography variant="h3" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

function Line({ children, strong = false }: { children: ReactNode; strong?: boolean }) {
  return (
    <Typography variant="body2" sx={{ fontWeight: strong ? 650 : 400 }}>
      {children}
    </Typography>
  );
}

type Commission = NonNullable<ExplanationAnswer['commission']>;

export function CommissionSteps(props: { commission: Commission; entry: ExplanationAnswer['entry'] }) {
  const { t, format, language } = useLocale('explanation');
  const { commission, entry } = props;
  const { path, pool, shares } = commission;
  const rule = COMMISSION_RULES.find(({ version }) => version === commission.ruleVersion);
  const basis = rule?.basis ?? 'percent';
  const money = (amount: string) => format.money(amount, commission.currency);
  const unrounded = (amount: string) => (basis === 'amount' ? money(amount) : format.decimals(amount));
  const ownerName = (owner: { readonly name: string } | null | undefined) =>
    owner ? format.person(owner.name) : t('deleted');
  const nameOf = (qrId: string) => path.find((step) => step.qrId === qrId)?.name ?? `${t('unnamed')} ${qrId.slice(-6)}`;
  return (
    <>
      <Section title={t('path')}>
        <Line>{t('pathText')}</Line>
        <Box component="ol" sx={{ my: 0.5, pl: 3 }}>
          {path.map(({ qrId, percent, isClaimed, owner }) => (
            <li key={qrId}>
              <Line>
                <strong>
                  <bdi>{nameOf(qrId)}</bdi>
                </strong>{' '}
                · {format.percentage(percent, 0)} · <bdi>{isClaimed ? ownerName(owner) : t('unclaimed')}</bdi>
                {qrId === entry.sourceQrId && ` · ${t('redeemed')}`}
              </Line>
            </li>
          ))}
        </Box>
      </Section>
      <Section title={t('base')}>
        <Line>
          {t('sale', { amount: money(commission.saleAmount), source: t(`source.${commission.saleAmountSource}`) })}
        </Line>
        <Line>
          {t(`pool.${basis}`, {
            percent: format.shortPercent(pool.percent),
            exact: unrounded(pool.exact),
            amount: money(pool.amount),
          })}
        </Line>
      </Section>
      <Section title={t('shares')}>
        <Line>
          {t('rule', {
            version: commission.ruleVersion,
            description: rule ? ruleTexts(rule, language).description : '',
          })}
        </Line>
        <Box component="ul" sx={{ my: 0.5, pl: 3 }}>
          {shares.map((share) => (
            <li key={share.qrId}>
              <Line>
                <strong>{money(share.amount)}</strong> · <bdi>{nameOf(share.qrId)}</bdi> ·{' '}
                <bdi>{ownerName(share.owner)}</bdi>{' '}
                {share.entryId === (entry.reversesEntryId ?? entry.id) && <StatusBadge tone="good" label={t('this')} />}
              </Line>
              <Line>
                {t(`share.${basis}`, {
                  percent: format.shortPercent(share.percent),
                  exact: unrounded(share.exact),
                  floor: money(share.floor),
                  remainder: unrounded(share.remainder),
                })}
                {share.gotExtra && `; ${t('extra')}`}
              </Line>
            </li>
          ))}
        </Box>
      </Section>
    </>
  );
}

export function Explanation({ known }: { known: ExplanationAnswer }) {
  const { t, format } = useLocale(['explanation', 'common', 'payout-reasons']);
  const { event, commission, reversal, followed, entry } = known;
  const money = (amount: string) => format.money(amount, entry.currency);
  const time = (iso: string) => `${format.dateTime(iso, entry.siteTimeZone)} (${entry.siteTimeZone})`;
  const viewer = useAuth().role;
  // A reversal ends the waiting.
  const awaitedUntil = followed.some(({ kind }) => kind === 'reversed') ? null : entry.awaitingUntil;
  const isAuditor = viewer === 'superadmin' || viewer === 'site_owner' || viewer === 'auditor';
  const role = event ? t(`common:role.${event.actor.role}`, { defaultValue: event.actor.role }) : '';
  return (
    <>
      <Section title={t('event')}>
        {event === null ? (
          <Line>{t('noEvent')}</Line>
        ) : (
          <>
            <Line strong>{t(`type.${event.type}`)}</Line>
            <Line>
              {event.actor.person
                ? t('by', { name: format.person(event.actor.person.name), role })
                : t('byRole', { role })}
            </Line>
            <Line>{t('recorded', { when: time(event.recordedAt) })}</Line>
            {isAuditor && (
              <details>
                <Box component="summary" sx={{ minHeight: 44, py: 1.25 }}>
                  {t('technical')}
                </Box>
                <Line>
                  {t('technicalText', {
                    command: event.command.name,
                    position: event.position,
                    revision: event.revision,
                    stream: event.stream,
                  })}
                </Line>
              </details>
            )}
          </>
        )}
      </Section>
      {awaitedUntil !== null && (
        <Section title={t('confirmation')}>
          <Line>
            {t(Date.parse(awaitedUntil) > serverNow() ? 'awaiting' : 'lapsed', {
              when: time(awaitedUntil),
            })}
          </Line>
        </Section>
      )}
      {reversal && (
        <Section title={t('reversal')}>
          <Line>{t(reversal.whole ? 'reversalWhole' : 'reversalText', { amount: money(reversal.amount) })}</Line>
          {reversal.reason && <Line>{t('reason', { reason: reversal.reason })}</Line>}
        </Section>
      )}
      {commission && <CommissionSteps commission={commission} entry={entry} />}
      <Section title={t('followed')}>
        {followed.map(({ kind, at, amount, note, reasonCode, position, payoutId }) => (
          <Line key={`${kind} ${at} ${position}`}>
            <strong>{t(`kind.${kind}`)}</strong> · {time(at)}
            {amount !== null && ` · ${money(amount)}`}
            {reasonCode !== null && ` · ${t(`payout-reasons:${reasonCode}`)}`}
            {note !== null && ` · ${isolated(note)}`}
            {payoutId !== null && (
              <>
                {' · '}
                <Link to={`/payouts/${payoutId}`}>{t('payout')}</Link>
              </>
            )}
          </Line>
        ))}
      </Section>
    </>
  );
}

export default function ExplainDialog(props: {
  entry: Pick<LedgerEntryAnswer, 'id' | 'qrId' | 'commissionAmount' | 'currency'>;
  onClose: () => void;
}) {
  const { entry, onClose } = props;
  const { t, format } = useLocale('explanation');
  const textOf = useDifferenceTexts();
  const { role } = useAuth();
  const isAuditor = role === 'superadmin' || role === 'site_owner' || role === 'auditor';
  // Refetched on each opening: later events may have been added.
  const explanation = useApi(calls.explainEntry, { params: { entryId: entry.id } }, { staleTime: 0, gcTime: 0 });
  const amount = format.money(entry.commissionAmount, entry.currency);
  return (
    <InfoDialog
      title={t('title')}
      subtitle={t('subtitle', { amount, qr: entry.qrId.slice(-6) })}
      scrollable
      onClose={onClose}
    >
      <QueryView query={explanation}>
        {(known) => (
          <>
            <Alert severity={known.recomputed.same ? 'success' : 'error'} sx={{ mb: 2 }}>
              {t(known.recomputed.same ? 'same' : 'differs')}
              {known.recomputed.differences.map(({ what, qrId, recorded, computed }) => (
                <div key={`${what} ${qrId}`}>
                  {t('difference', {
                    what: textOf(what),
                    recorded: recorded === null ? t('nothing') : textOf(recorded),
                    computed: computed === null ? t('nothing') : textOf(computed),
                  })}
                </div>
              ))}
            </Alert>
            <Typography variant="body2" sx={{ mb: 2 }}>
              {t('entryId', { id: entry.id })}
              {isAuditor && (
                <>
                  {' · '}
                  <Link to={`/audit/entries/${entry.id}`}>{t('trail')}</Link>
                </>
              )}
            </Typography>
            <Explanation known={known} />
          </>
        )}
      </QueryView>
    </InfoDialog>
  );
}
