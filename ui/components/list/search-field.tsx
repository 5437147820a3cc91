import { type SxProps, TextField } from '@mui/material';
import { useCallback, useEffect, useRef, useState } from 'react';

/** Debounce of typed text, milliseconds. */
export const SEARCH_DELAY_MS = 200;

/**
 * Keeps the text in local state. The router renders address changes in a transition, so a field controlled by the
 * address would drop letters typed meanwhile. Reports the text after a pause, on Enter and when the focus leaves.
 */
export function SearchField(props: { label: string; text: string; onSearch: (text: string) => void; sx?: SxProps }) {
  const { text, onSearch } = props;
  const [typed, setTyped] = useState(text);
  /** Reported texts that have not come back as `text` yet. */
  const underWay = useRef<string[]>([]);
  const pending = useRef<ReturnType<typeof setTimeout> | null>(null);
  const cancel = useCallback(() => {
    if (pending.current !== null) clearTimeout(pending.current);
    pending.current = null;
  }, []);
  useEffect(() => {
    const at = underWay.current.indexOf(text);
    if (at >= 0) {
      underWay.current.splice(0, at + 1);
    } else {
      // Changed by back, forward or a link: drop the text that is not reported yet.
      cancel();
      underWay.current = [];
      setTyped(text);
    }
  }, [text, cancel]);
  useEffect(() => cancel, [cancel]);

  const report = (value: string) => {
    cancel();
    if (value === (underWay.current.at(-1) ?? text)) return;
    underWay.current.push(value);
    onSearch(value);
  };
  return (
    <TextField
      type="search"
      label={props.label}
      value={typed}
      onChange={({ target: { value } }) => {
        setTyped(value);
        cancel();
        pending.current = setTimeout(() => report(value), SEARCH_DELAY_MS);
      }}
      onBlur={() => pending.current !== null && report(typed)}
      onKeyDown={({ key }) => key === 'Enter' && report(typed)}
      slotProps={{ htmlInput: { maxLength: 100 } }}
      sx={props.sx ?? {}}
    />
  );
}
