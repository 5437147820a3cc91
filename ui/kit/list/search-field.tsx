import { type SxProps, TextField } from '@mui/material';
import { useTypedText } from './use-typed-text.ts';

export function SearchField(props: { label: string; text: string; onSearch: (text: string) => void; sx?: SxProps }) {
  return (
    <TextField
      type="search"
      label={props.label}
      {...useTypedText(props.text, props.onSearch)}
      slotProps={{ htmlInput: { maxLength: 100 } }}
      sx={props.sx ?? {}}
    />
  );
}
