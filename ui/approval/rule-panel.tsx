import { Button, FormControlLabel, FormGroup, FormLabel, Stack, Switch, Typography } from '@mui/material';
import type { ApprovalsAnswer } from '@perktree/contracts/approval/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { currencySymbol } from '@perktree/contracts/kernel/money';
import { personName } from '@perktree/contracts/kernel/person-name';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormField } from '../kit/form/form-field.tsx';
import { LoadedView } from '../kit/loaded-view.tsx';
import { Panel } from '../kit/panel.tsx';
import { useForm } from '../lib/forms/use-form.ts';
import { failureToast, useToast } from '../lib/toast.tsx';
import { useApiPages } from '../lib/use-api.ts';
import { useApprovalsChange } from './use-approvals-change.ts';

/** What the owner asks a second person for, and who of the staff that can be. */
export function RulePanel({ approvals }: { approvals: ApprovalsAnswer }) {
  const { t, i18n } = useTranslation('approvals');
  const toast = useToast();
  const show = useApprovalsChange();
  const { siteId, currency, payoutsAbove, monthsNeedSignOff, approvers } = approvals;
  const staff = useApiPages(calls.listStaff, { params: { siteId }, query: { limit: '200' } }, { keepsAllPages: true });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(approvers.map(({ id }) => id)));
  const toggle = (id: string) => {
    const after = new Set(chosen);
    if (!after.delete(id)) after.add(id);
    setChosen(after);
  };
  const form = useForm({
    fields: { payoutsAbove: 'decimal', monthsNeedSignOff: 'flag' },
    initial: { payoutsAbove: payoutsAbove ?? '', monthsNeedSignOff },
    call: calls.setApprovalRule,
    body: (values) => ({
      payoutsAbove: values.payoutsAbove ?? null,
      monthsNeedSignOff: values.monthsNeedSignOff,
      approverIds: [...chosen],
    }),
    params: { siteId },
    onSuccess: (answer) => {
      show(answer);
      toast({ title: t('rule.done') });
    },
    onError: failureToast(toast, t('rule.failed')),
  });
  return (
    <Panel title={t('rule.title')} subtitle={t('rule.text')}>
      <Stack component="form" noValidate onSubmit={form.submit} spacing={2.5}>
        <FormField
          form={form}
          name="payoutsAbove"
          label={t('rule.payoutsAbove', { symbol: currencySymbol(currency) })}
          helperText={t('rule.payoutsAboveHelp')}
          sx={{ maxWidth: { sm: 320 } }}
        />
        <FormControlLabel
          label={t('rule.months')}
          control={
            <Switch
              checked={form.typed.monthsNeedSignOff}
              onChange={(event) => form.change('monthsNeedSignOff', event.target.checked)}
            />
          }
          sx={{ minHeight: 44 }}
        />
        <FormGroup role="group" aria-label={t('rule.approvers')}>
          <FormLabel component="p" sx={{ m: 0 }}>
            {t('rule.approvers')}
          </FormLabel>
          <LoadedView list={staff}>
            {(people) =>
              people.length === 0 ? (
                <Typography variant="body2">{t('rule.noStaff')}</Typography>
              ) : (
                people.map(({ userId, name, email }) => (
                  <FormControlLabel
                    key={userId}
                    label={`${personName(name, i18n.language)} · ${email}`}
                    control={<Switch checked={chosen.has(userId)} onChange={() => toggle(userId)} />}
                    sx={{ minHeight: 44, overflowWrap: 'anywhere' }}
                  />
                ))
              )
            }
          </LoadedView>
        </FormGroup>
        <Button type="submit" variant="contained" loading={form.pending} sx={{ alignSelf: 'flex-start' }}>
          {t('rule.save')}
        </Button>
      </Stack>
    </Panel>
  );
}
