import {
  DATA_REQUESTS,
  type DataRequestKind,
  REQUESTERS,
  type Requester,
} from '@perktree/contracts/account/data-request-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { fileName } from '@perktree/contracts/kernel/file-name';
import { useTranslation } from 'react-i18next';
import { choices, FormDialog, FormField } from '../kit/form/form.tsx';
import { useAuth } from '../lib/auth.tsx';
import { downloadText } from '../lib/download.ts';
import { useForm } from '../lib/forms/use-form.ts';

/** What a person asks about their data. An export is saved as a file. */
export default function DataRequestDialog(props: { person: { id: string; name: string }; onClose: () => void }) {
  const { t } = useTranslation('support');
  const { person, onClose } = props;
  const isOperator = useAuth().role === 'superadmin';
  const form = useForm({
    fields: { kind: 'choice', askedBy: 'choice', reason: 'text', firstName: 'optionalText', lastName: 'optionalText' },
    initial: { kind: 'export', askedBy: 'person', reason: '', firstName: '', lastName: '' },
    call: calls.askDataRequest,
    // It names a person, and this device may be shared.
    draft: null,
    body: ({ kind, askedBy, reason, ...name }) => ({
      personId: person.id,
      kind: kind as DataRequestKind,
      askedBy: askedBy as Requester,
      reason,
      ...(kind === 'correction' ? name : {}),
    }),
    done: ({ state }) => ({ title: t(`data.sent.${state}`) }),
    failed: t('data.failed'),
    // The list of requests, and the name of the person.
    changes: [['/api', 'support']],
    onSuccess: ({ file }) => {
      if (file !== null) {
        const name = fileName([person.name, t('data.file'), file.exportedAt.slice(0, 10)], 'json');
        downloadText(`${JSON.stringify(file, null, 2)}\n`, name, 'application/json');
      }
      onClose();
    },
  });
  const { kind } = form.typed;
  const submit = kind === 'export' ? 'export' : isOperator ? 'now' : 'send';
  return (
    <FormDialog
      title={t('data.new')}
      subtitle={t(isOperator ? 'data.textAll' : 'data.text')}
      submitLabel={t(`data.submit.${submit}`)}
      destructive={kind === 'erasure' && isOperator}
      form={form}
      onClose={onClose}
    >
      <FormField form={form} name="kind" select label={t('data.field.kind')}>
        {choices(DATA_REQUESTS, (one) => t(`data.kind.${one}`))}
      </FormField>
      {kind === 'correction' && (
        <>
          <FormField form={form} name="firstName" label={t('data.field.firstName')} autoComplete="off" />
          <FormField
            form={form}
            name="lastName"
            label={t('data.field.lastName')}
            helperText={t('data.field.nameHelp')}
            autoComplete="off"
          />
        </>
      )}
      <FormField form={form} name="askedBy" select label={t('data.field.askedBy')}>
        {choices(REQUESTERS, (one) => t(`data.askedBy.${one}`))}
      </FormField>
      <FormField
        form={form}
        name="reason"
        label={t('data.field.reason')}
        helperText={t('data.field.reasonHelp')}
        autoComplete="off"
      />
    </FormDialog>
  );
}
