import { TextField } from '@mui/material';
import type { Ref } from 'react';

/** The longest that the calls take. */
const LONGEST = 64;

/** A code that works once. `digits`: an authenticator's, which phones offer their number keys for, and some to fill it in. */
export function OneTimeCodeField(props: {
  label: string;
  digits: boolean;
  value: string;
  help?: string | undefined;
  /** Why it was refused; null: it was not. */
  problem: string | null;
  inputRef: Ref<HTMLInputElement>;
  onChange: (code: string) => void;
}) {
  return (
    <TextField
      label={props.label}
      name="one-time-code"
      autoComplete="one-time-code"
      inputRef={props.inputRef}
      value={props.value}
      error={props.problem !== null}
      helperText={props.problem ?? props.help}
      onChange={(event) => props.onChange(event.target.value)}
      slotProps={{
        htmlInput: {
          inputMode: props.digits ? 'numeric' : 'text',
          autoCapitalize: props.digits ? 'off' : 'characters',
          autoCorrect: 'off',
          spellCheck: false,
          maxLength: LONGEST,
        },
      }}
    />
  );
}
