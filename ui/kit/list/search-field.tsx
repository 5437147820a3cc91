import { type SxProps, TextField } from '@mui/material';
import { type ChangeEvent, type KeyboardEvent, useEffect, useState } from 'react';

/** Debounce of typed text, milliseconds. */
export const SEARCH_DELAY_MS = 200;

type Report = (text: string) => void;

/**
 * Reports typed text after a pause, and knows which texts of the list are its own reports that come back.
 * @param text the list's text
 */
export function createSearchReports(text: string) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  let current = text;
  let typed = text;
  /** Reported texts that have not come back yet. */
  let underWay: string[] = [];
  /** Reports what was typed at once, unless it was reported. */
  const report = (onSearch: Report) => {
    stop();
    if (typed === (underWay.at(-1) ?? current)) return;
    underWay.push(typed);
    onSearch(typed);
  };
  return {
    type(next: string, onSearch: Report): void {
      typed = next;
      stop();
      timer = setTimeout(() => report(onSearch), SEARCH_DELAY_MS);
    },
    report,
    /**
     * Takes the list's text after each change.
     * @returns whether it was reported before. If not, it was changed by back, forward or a link: typed text that is
     * not reported yet is dropped.
     */
    cameBack(next: string): boolean {
      current = next;
      const at = underWay.indexOf(next);
      underWay = underWay.slice(at + 1);
      if (at >= 0) return true;
      stop();
      underWay = [];
      typed = next;
      return false;
    },
    stop,
  };
}

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
