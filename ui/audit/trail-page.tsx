import { ListItemText, Stack, Typography } from '@mui/material';
import type { EntryTrailAnswer } from '@perktree/contracts/audit/check-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { COMMISSION_RULES } from '@perktree/contracts/commission/registry';
import type { CsvColumn } from '@perktree/contracts/kernel/csv';
import { addDays, addMonths } from '@perktree/contracts/kernel/time-zone';
import { paperTable } from '@perktree/contracts/kernel/working-paper';
import { useParams } from 'react-router-dom';
import { BackLink, LinkButton, PageHeader, Panel, Panels, QueryView } from '../kit/page.tsx';
import { Rows } from '../kit/rows.tsx';
import { Explanation } from '../ledger/shared/explain-dialog.tsx';
import { ruleTexts } from '../lib/rule-settings.ts';
import { useApi } from '../lib/use-api.ts';
import { isolated, joined, useLocale } from '../lib/use-locale.ts';
import { PaperButtons, useColumns } from './report-parts.tsx';

type Step = EntryTrailAnswer['steps'][number];
type Term = EntryTrailAnswer['terms'][number];

/** One ledger entry from the scan to the bank: each step, the terms in force, the computation and the statements. */
export default function TrailPage() {
  const { t } = useLocale(['audit', 'explanation']);
  const { entryId = '' } = useParams();
  const trail = useApi(calls.entryTrail, { params: { entryId } }, { staleTime: 0 });
  const siteId = trail.data?.site.id;
  return (
    <>
      <BackLink to={siteId === undefined ? '/audit' : `/sites/${siteId}/audit`} label={t('title')} />
      <PageHeader title={t('trail.title')} subtitle={t('trail.entry', { id: entryId })} />
      <QueryView query={trail} problem={t('trail.failed')}>
        {(data) => <Trail trail={data} />}
      </QueryView>
    </>
  );
}

function Trail({ trail }: { trail: EntryTrailAnswer }) {
  const { t, format } = useLocale('audit');
  const { entryId, site, distributor, position } = trail;
  const words = useTrailWords(trail);
  const explained = useApi(calls.explainEntry, { params: { entryId } }, { staleTime: 0 });
  const payoutIds = [...new Set(trail.steps.flatMap(({ payoutId }) => payoutId ?? []))];
  return (
    <Panels>
      <Panel
        title={t('trail.steps')}
        subtitle={t('trail.shown', {
          site: isolated(site.name),
          name: isolated(format.person(distributor?.name ?? '')),
          zone: site.timeZone,
          position,
        })}
        action={<PaperButtons title={t('trail.title')} paper={words.paper()} />}
      >
        <Rows items={trail.steps} label={t('trail.steps')} keyOf={({ eventId }) => eventId} lines="all">
          {(step) => <ListItemText primary={words.step(step)} secondary={words.event(step)} />}
        </Rows>
        {payoutIds.map((id) => (
          <LinkButton key={id} to={`/payouts/${id}`} variant="text" size="small">
            {t('trail.payout', { id })}
          </LinkButton>
        ))}
      </Panel>
      <Panel title={t('trail.terms')} subtitle={t('trail.termsText')}>
        <Rows items={trail.terms} label={t('trail.terms')} keyOf={({ kind, qr }) => `${kind} ${qr?.id}`} lines="all">
          {(term) => <ListItemText primary={words.term(term)} secondary={words.event(term.event)} />}
        </Rows>
        <LinkButton to={`/sites/${site.id}/history`} variant="text" size="small">
          {t('terms')}
        </LinkButton>
      </Panel>
      <Panel title={t('trail.computed')}>
        <QueryView query={explained} problem={t('trail.failed')}>
          {(known) => (
            <>
              <Typography sx={{ mb: 1.5, fontWeight: 650 }}>
                {known.recomputed.same
                  ? t('trail.same')
                  : t('replay.some', { count: known.recomputed.differences.length })}
              </Typography>
              <Explanation known={known} />
            </>
          )}
        </QueryView>
      </Panel>
      <Panel title={t('trail.statements')} subtitle={t('trail.statementsText')}>
        <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
          {trail.statementMonths.map((month) => (
            <LinkButton key={month} to={`/sites/${site.id}/audit?${daysOfMonth(month)}`}>
              {format.month(month)}
            </LinkButton>
          ))}
        </Stack>
      </Panel>
    </Panels>
  );
}

const daysOfMonth = (month: string) =>
  new URLSearchParams({ from: `${month}-01`, to: addDays(`${addMonths(month, 1)}-01`, -1) }).toString();

function useTrailWords(trail: EntryTrailAnswer) {
  const { t, format, language } = useLocale(['audit', 'support', 'common', 'payout-reasons']);

  const columns = useColumns();
  const { site, currency } = trail;
  const name = (person: { readonly name: string } | null) => format.person(person?.name ?? '');
  const money = (amount: string) => format.money(amount, currency);
  const step = ({ type, customer }: Step) =>
    t(`support:event.${type}`, {
      customer: customer ? name(customer) : t('support:role.visitor'),
      distributor: name(trail.distributor),
      defaultValue: type,
    });
  const shownValue = ({ kind, value, amount, event }: Term): string => {
    if (amount !== null) return money(amount);
    if (kind === 'percent') return format.percent(value);
    if (kind === 'rule') return ruleName(value, language);
    const owner = [trail.distributor, event.actor.person].find((person) => person?.id === value);
    return kind === 'owner' && owner ? isolated(name(owner)) : value;
  };
  const term = (one: Term) => t(`trail.term.${one.kind}`, { qr: isolated(one.qr?.name ?? ''), value: shownValue(one) });
  const actorName = ({ role, person }: Step['actor']) => {
    const said = t(`support:role.${role}`, { defaultValue: t(`common:role.${role}`, { defaultValue: role }) });
    return person === null ? said : `${isolated(name(person))} (${said})`;
  };
  const ofEvent: readonly CsvColumn<Term['event']>[] = [
    ...columns('eventId', 'type', 'position', 'at'),
    { title: t('csv.actorId'), value: ({ actor }) => actor.person?.id ?? actor.role },
    { title: t('csv.actor'), value: ({ actor }) => actor.person?.name ?? null },
  ];
  return {
    step(one: Step) {
      const { code, amount, entryAmount, reason, reasonCode, type } = one;
      const isReference = type === 'PayoutPaid' || type === 'PayoutReferenceCorrected';
      return joined([
        step(one),
        code !== null && t('trail.code', { code }),
        amount !== null && money(amount),
        entryAmount !== null && t('trail.share', { amount: money(entryAmount) }),
        reasonCode !== null && t('trail.reason', { reason: t(`payout-reasons:${reasonCode}`) }),
        reason !== null && t(isReference ? 'trail.reference' : 'trail.reason', { reason: isolated(reason) }),
      ]);
    },
    term,
    event: ({ eventId, position, at, actor }: Term['event']) =>
      joined([format.dateTime(at, site.timeZone), actorName(actor), t('finding.event', { id: eventId, position })]),
    paper: () => ({
      sites: [{ id: site.id, name: site.name }],
      scope: { from: null, to: null, timeZone: site.timeZone, position: trail.position },
      currencies: [currency],
      filter: [
        [t('csv.entryId'), trail.entryId] as const,
        [t('csv.distributor'), `${name(trail.distributor)} (${trail.distributor?.id ?? ''})`] as const,
      ],
      result: [t('trail.count', { count: trail.steps.length })],
      tables: [
        paperTable<Step>(
          t('trail.steps'),
          [
            ...ofEvent,
            { title: t('csv.what'), value: step },
            ...columns('payoutId', 'amount', 'entryAmount', 'reasonCode', 'reason', 'code'),
          ],
          trail.steps,
        ),
        paperTable<Term>(
          t('trail.terms'),
          [
            ...ofEvent.map(({ title, value }) => ({ title, value: ({ event }: Term) => value(event) })),
            { title: t('csv.what'), value: term },
            { title: t('csv.qrId'), value: ({ qr }) => qr?.id ?? null },
            { title: t('csv.found'), value: ({ value }) => value },
          ],
          trail.terms,
        ),
      ],
      data: trail,
    }),
  };
}

/** The rule's name for readers, and its settings as they are recorded. */
function ruleName(value: string, language: string): string {
  const [name, ...settings] = value.split(', ');
  const rule = COMMISSION_RULES.find((one) => one.name === name);
  return [rule ? ruleTexts(rule, language).name : name, ...settings].join(', ');
}
