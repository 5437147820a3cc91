import { TextField } from '@mui/material';
import { PASSWORD_LENGTH } from '@perktree/contracts/password-length';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';

export function PasswordField(props: {
  inputRef: Ref<HTMLInputElement>;
  value: string;
  isWrong: boolean;
  onChange: (password: string) => void;
}) {
  const { t } = useTranslation('account');
  return (
    <TextField
      label={t('factor.password')}
      type="password"
      autoComplete="current-password"
      inputRef={props.inputRef}
      value={props.value}
      error={props.isWrong}
      helperText={props.isWrong ? t('password.problem.wrong') : undefined}
      onChange={(event) => props.onChange(event.target.value)}
      slotProps={{ htmlInput: { maxLength: PASSWORD_LENGTH.most } }}
    />
  );
}
