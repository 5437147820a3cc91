import { type SxProps, TextField } from '@mui/material';
import { useEffect, useState } from 'react';
import { createSearchReports } from './search-reports.ts';

/**
 * Keeps the text in local state. The router renders address changes in a transition, so a field controlled by the
 * address would drop letters typed meanwhile. Reports the text after a pause, on Enter and when the focus leaves.
 */
export function SearchField(props: { label: string; text: string; onSearch: (text: string) => void; sx?: SxProps }) {
  const { text, onSearch } = props;
  const [typed, setTyped] = useState(text);
  const [reports] = useState(() => createSearchReports(text));
  useEffect(() => {
    if (!reports.cameBack(text)) setTyped(text);
  }, [reports, text]);
  useEffect(() => reports.stop, [reports]);
  return (
    <TextField
      type="search"
      label={props.label}
      value={typed}
      onChange={({ target: { value } }) => {
        setTyped(value);
        reports.type(value, onSearch);
      }}
      onBlur={() => reports.report(onSearch)}
      onKeyDown={({ key }) => key === 'Enter' && reports.report(onSearch)}
      slotProps={{ htmlInput: { maxLength: 100 } }}
      sx={props.sx ?? {}}
    />
  );
}
