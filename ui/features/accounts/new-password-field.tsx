import { TextField } from '@mui/material';
import { PASSWORD_LENGTH } from '@perktree/contracts/password-length';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api-error.ts';

const WEAK = ['PASSWORD_TOO_COMMON', 'PASSWORD_TOO_PERSONAL'] as const;
type WeakPassword = (typeof WEAK)[number];

/** Why a password that somebody chose was refused. Null: it was not, or for another reason. */
export function weakPassword(error: unknown): WeakPassword | null {
  return (error instanceof ApiError && WEAK.find((code) => code === error.code)) || null;
}

/** For a password that somebody chooses. A refusal is told here, and the field gets the focus. */
export function NewPasswordField(props: {
  label: string;
  value: string;
  refusal: WeakPassword | null;
  onChange: (password: string) => void;
}) {
  const { t } = useTranslation('accounts');
  const field = useRef<HTMLInputElement>(null);
  const { refusal } = props;
  const { least, most } = PASSWORD_LENGTH;
  useEffect(() => {
    if (refusal !== null) field.current?.focus();
  }, [refusal]);
  return (
    <TextField
      label={props.label}
      type="password"
      name="password"
      autoComplete="new-password"
      required
      inputRef={field}
      error={refusal !== null}
      helperText={refusal === null ? t('field.passwordHelp', { count: least }) : t(`problem.${refusal}`, { least })}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
      slotProps={{ htmlInput: { minLength: least, maxLength: most } }}
    />
  );
}
