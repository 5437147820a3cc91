import { type SxProps, TextField } from '@mui/material';
import { useEffect, useRef, useState } from 'react';

/**
 * A search field whose text lives in the field. `onSearch` reports each change, and `text` (from the address) follows later:
 * the router renders addresses in a transition, so a field controlled by the address would drop letters typed meanwhile.
 */
export function SearchField(props: { label: string; text: string; onSearch: (text: string) => void; sx?: SxProps }) {
  const { text, onSearch } = props;
  const [typed, setTyped] = useState(text);
  /** Reported texts that have not come back as `text` yet. */
  const underWay = useRef<string[]>([]);
  useEffect(() => {
    const at = underWay.current.indexOf(text);
    if (at >= 0) {
      underWay.current.splice(0, at + 1);
    } else {
      // Changed by something else: back, forward, or a link.
      underWay.current = [];
      setTyped(text);
    }
  }, [text]);
  return (
    <TextField
      type="search"
      label={props.label}
      value={typed}
      onChange={({ target: { value } }) => {
        setTyped(value);
        underWay.current.push(value);
        onSearch(value);
      }}
      slotProps={{ htmlInput: { maxLength: 100 } }}
      sx={props.sx ?? {}}
    />
  );
}
