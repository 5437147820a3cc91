import { Alert, Button, MenuItem, Stack, TextField, type TextFieldProps } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, failureTitle } from '../../lib/api-error.ts';
import { afterKeyPress, type FieldKinds, isNumeric, isWhole } from '../../lib/forms/fields.ts';
import type { Form } from '../../lib/forms/use-form.ts';
import { ConfirmDialog, DialogShell } from '../dialogs.tsx';
import { useRestoreFocus } from '../screen-heading.tsx';

export const choices = <Value extends string | number>(values: readonly Value[], textOf: (value: Value) => ReactNode) =>
  values.map((value) => (
    <MenuItem key={value} value={String(value)}>
      {textOf(value)}
    </MenuItem>
  ));

export type FormFieldProps<F extends FieldKinds> = { readonly form: Form<F>; readonly name: keyof F & string } & Omit<
  TextFieldProps,
  'form' | 'name' | 'value' | 'error' | 'onChange' | 'onBlur' | 'type'
> & {
    /** Never `number`: browsers report a mistyped number as an empty text. */
    readonly type?: 'text' | 'password' | 'url';
  };

export function FormField<F extends FieldKinds>({ form, name, helperText, slotProps, ...rest }: FormFieldProps<F>) {
  const error = form.error(name);
  const kind = form.kinds[name];
  const inputMode = isNumeric(kind) ? { inputMode: isWhole(kind) ? ('numeric' as const) : ('decimal' as const) } : {};
  return (
    <TextField
      {...rest}
      name={name}
      value={form.typed[name]}
      error={error !== undefined}
      helperText={error ?? helperText}
      onChange={(event) => form.change(name, event.target.value as never)}
      onBlur={() => afterKeyPress(() => form.blur(name))}
      slotProps={{ ...slotProps, htmlInput: { ...inputMode, ...slotProps?.htmlInput } }}
    />
  );
}

/** Says that a form shows what was typed before and not sent, which else looks like what is stored. */
export function RestoredNotice({ form }: { form: Pick<Form, 'pending' | 'reset' | 'isRestored'> }) {
  const { t } = useTranslation('common');
  if (!form.isRestored) return null;
  return (
    <Alert
      severity="info"
      action={
        <Button color="inherit" disabled={form.pending} onClick={form.reset}>
          {t('restored.reset')}
        </Button>
      }
    >
      {t('restored.text')}
    </Alert>
  );
}

/**
 * A form in a dialog, full screen on phones: its fields one below the other, and its failure unless a toast shows it. The form
 * validates itself, so native validation is off. While pending it cannot be closed or submitted again.
 */
export function FormDialog(props: {
  title: string;
  subtitle?: string;
  submitLabel: string;
  form: Pick<Form, 'ref' | 'pending' | 'submit' | 'reset' | 'isChanged' | 'isRestored' | 'failure'>;
  /** Introduces the failure. */
  failed?: string;
  submitDisabled?: boolean;
  wide?: boolean;
  /** The action cannot be undone. */
  destructive?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('common');
  const { ref, pending, submit, reset, isChanged, failure } = props.form;
  const [isAsking, setIsAsking] = useState(false);
  useRestoreFocus(true);
  const discard = () => {
    reset();
    props.onClose();
  };
  const close = () => {
    if (!pending) discard();
  };
  const actions = (
    <>
      <Button onClick={close} disabled={pending} color="inherit">
        {t('cancel')}
      </Button>
      <Button
        type="submit"
        variant="contained"
        color={props.destructive ? 'error' : 'primary'}
        loading={pending}
        disabled={props.submitDisabled ?? false}
      >
        {props.submitLabel}
      </Button>
    </>
  );
  return (
    <>
      <DialogShell
        title={props.title}
        subtitle={props.subtitle}
        maxWidth={props.wide ? 'md' : 'sm'}
        form={{ ref, onSubmit: submit }}
        actions={actions}
        onClose={isChanged ? () => setIsAsking(!pending) : close}
      >
        <Stack spacing={2.5} sx={{ pt: 1 }}>
          <RestoredNotice form={props.form} />
          {props.children}
          {failure && (
            <Alert severity="error">
              {props.failed && `${failureTitle(failure, props.failed)}: `}
              {errorText(failure)}
            </Alert>
          )}
        </Stack>
      </DialogShell>
      <ConfirmDialog
        open={isAsking}
        title={t('discard.title')}
        confirmLabel={t('discard.confirm')}
        cancelLabel={t('discard.keep')}
        destructive
        pending={false}
        onConfirm={discard}
        onClose={() => setIsAsking(false)}
      >
        {t('discard.text')}
      </ConfirmDialog>
    </>
  );
}
