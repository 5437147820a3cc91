import { type SxProps, TextField } from '@mui/material';
import { type ChangeEvent, type KeyboardEvent, useEffect, useState } from 'react';
import { createSearchReports } from './search-reports.ts';

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

/**
 * Properties of a field for a text of the address. Keeps what is typed in local state: the router renders address changes
 * in a transition, so a field controlled by the address would drop letters typed meanwhile. Reports the text after a
 * pause, on Enter and when the focus leaves.
 */
export function useTypedText(text: string, onReport: (text: string) => void) {
  const [typed, setTyped] = useState(text);
  const [reports] = useState(() => createSearchReports(text));
  useEffect(() => {
    if (!reports.cameBack(text)) setTyped(text);
  }, [reports, text]);
  useEffect(() => reports.stop, [reports]);
  return {
    value: typed,
    onChange: ({ target: { value } }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setTyped(value);
      reports.type(value, onReport);
    },
    onBlur: () => reports.report(onReport),
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Enter' && reports.report(onReport),
  };
}
