import { Button, ListItemButton, ListItemText, Stack, TextField, Typography } from '@mui/material';
import { type AuditSampleAnswer, SAMPLE_METHODS } from '@perktree/contracts/audit/check-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { paperTable } from '@perktree/contracts/kernel/working-paper';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { choices } from '../kit/form/form.tsx';
import { type Choice, Picker } from '../kit/list/picker.tsx';
import { Rows } from '../kit/rows.tsx';
import { useApi } from '../lib/use-api.ts';
import { joined, useLocale } from '../lib/use-locale.ts';
import { type AuditScope, CheckPanel, type CheckPaper, useColumns, usePersonColumns } from './report-parts.tsx';

const DEFAULT_SIZE = '25';
const SEED = /^[\w.-]{1,64}$/;

/** A number that no one chose, so that a first draw is by chance; the reader can type another. */
const newSeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);

/** Draws entries to look at, each of which leads to its trail. */
export function SamplePanel({ scope }: { scope: AuditScope }) {
  const { t, format } = useLocale('audit');
  const { siteId } = scope;
  const [method, setMethod] = useState<(typeof SAMPLE_METHODS)[number]>('random');
  const [seed, setSeed] = useState(newSeed);
  const [size, setSize] = useState(DEFAULT_SIZE);
  const [payee, setPayee] = useState<Choice | null>(null);
  const [asked, setAsked] = useState<Record<string, string> | null>(null);
  const drawn = useApi(
    calls.auditSample,
    { params: { siteId }, query: { ...scope.query, ...asked } },
    { enabled: asked !== null, staleTime: Number.POSITIVE_INFINITY },
  );
  const needsSeed = method !== 'largest';
  const isValid = (!needsSeed || SEED.test(seed)) && /^\d{1,3}$/.test(size) && Number(size) >= 1 && Number(size) <= 200;
  const draw = () => {
    const distributor = payee === null ? {} : { distributor: payee.id };
    setAsked({ method, size, ...(needsSeed && { seed }), ...distributor });
  };
  const form = (
    <Stack
      component="form"
      noValidate
      spacing={1.5}
      sx={{ mb: 2 }}
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid) draw();
      }}
    >
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1.5}>
        <TextField
          select
          label={t('sample.method')}
          value={method}
          onChange={(event) => setMethod(event.target.value as typeof method)}
        >
          {choices(SAMPLE_METHODS, (one) => t(`sample.methods.${one}`))}
        </TextField>
        <TextField
          label={t('sample.seed')}
          value={needsSeed ? seed : ''}
          disabled={!needsSeed}
          error={needsSeed && !SEED.test(seed)}
          helperText={t('sample.seedHelp')}
          onChange={(event) => setSeed(event.target.value.trim())}
        />
        <TextField
          label={t('sample.size')}
          value={size}
          error={!(Number(size) >= 1 && Number(size) <= 200)}
          helperText={t('sample.sizeHelp')}
          onChange={(event) => setSize(event.target.value.trim())}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
      </Stack>
      <Picker
        label={t('sample.payee')}
        call={calls.topDistributors}
        params={{ siteId }}
        choiceOf={({ distributorId, name }) => ({ id: distributorId, label: format.person(name) })}
        value={payee}
        onChange={setPayee}
        placeholder={t('sample.everyPayee')}
        sx={{ maxWidth: { sm: 360 } }}
      />
      <Button type="submit" variant="contained" disabled={!isValid} sx={{ alignSelf: 'flex-start' }}>
        {t('sample.draw')}
      </Button>
    </Stack>
  );
  return (
    <CheckPanel name="sample" scope={scope} form={form} isAsked={asked !== null} query={drawn} paper={useSamplePaper()}>
      {(data) => <Drawn data={data} />}
    </CheckPanel>
  );
}

function Drawn({ data }: { data: AuditSampleAnswer }) {
  const { t, format } = useLocale('audit');

  return (
    <>
      <Typography role="status" sx={{ mb: 1 }}>
        {data.population.length === 0
          ? t('sample.nothing')
          : data.population
              .map(({ entries, currency, gross }) =>
                t('sample.from', {
                  count: entries,
                  number: format.number(entries),
                  gross: format.money(gross, currency),
                }),
              )
              .join(' ')}{' '}
        {t('sample.drawn', { count: data.items.length, number: format.number(data.items.length) })}
        {data.seed !== null && ` ${t('sample.bySeed', { seed: data.seed })}`}
      </Typography>
      <Rows items={data.items} label={t('sample.items')} keyOf={({ entryId }) => entryId} lines="all" sx={{ p: 0 }}>
        {({ entryId, amount, currency, distributor, kind, at, position }) => (
          <ListItemButton component={Link} to={`/audit/entries/${entryId}`}>
            <ListItemText
              primary={joined([format.money(amount, currency), format.person(distributor?.name ?? '')])}
              secondary={joined([
                t(`sample.kind.${kind}`),
                format.dateTime(at, data.timeZone),
                t('position', { position }),
              ])}
            />
          </ListItemButton>
        )}
      </Rows>
    </>
  );
}

function useSamplePaper() {
  const { t } = useLocale('audit');
  const payee = usePersonColumns();
  const columns = useColumns();
  const population = useColumns('sample')('sum', 'gross', 'interval', 'start');
  return (data: AuditSampleAnswer): CheckPaper => ({
    currencies: data.population.map(({ currency }) => currency),
    filter: [
      [t('sample.method'), t(`sample.methods.${data.method}`)],
      ...(data.seed === null ? [] : [[t('sample.seed'), data.seed] as const]),
      [t('sample.size'), `${data.size}`],
      ...(data.distributor === null
        ? []
        : [[t('sample.payee'), `${data.distributor.name} (${data.distributor.id})`] as const]),
    ],
    result: [t('sample.drawn', { count: data.items.length, number: data.items.length })],
    tables: [
      paperTable<AuditSampleAnswer['items'][number]>(
        t('sample.items'),
        [
          ...columns('entryId', 'eventId', 'position', 'at'),
          { title: t('csv.what'), value: ({ kind }) => t(`sample.kind.${kind}`) },
          ...payee,
          ...columns('qrId', 'redemptionId', 'percent', 'amount', 'currency'),
        ],
        data.items,
      ),
      paperTable(
        t('sample.population'),
        [...columns('currency'), { title: t('month.entries'), value: ({ entries }) => entries }, ...population],
        data.population,
      ),
    ],
  });
}
