import { Autocomplete, Box, Paper, type PaperProps, type SxProps, TextField, Typography } from '@mui/material';
import type { Call } from '@perktree/contracts/kernel/call';
import { createContext, useContext, useEffect, useState } from 'react';
import { errorText } from '../../lib/api-error.ts';
import { type ItemOf, useApiPages } from '../../lib/use-api.ts';
import { useLocale } from '../../lib/use-locale.ts';
import { SEARCH_DELAY_MS } from './search-field.tsx';

function useSearchText(typed: string): string {
  const [text, setText] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setText(typed), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return text.trim();
}

export interface Choice {
  readonly id: string;
  readonly label: string;
  /** A second line that distinguishes choices with the same name. */
  readonly detail?: string | undefined;
}

/** Maximum number of options; typing finds others. */
const SHOWN = '20';

/** Chooses one of many rows of a list call, which the server searches as the reader types. */
export function Picker<C extends Call>(props: {
  label: string;
  call: C;
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | undefined>>;
  choiceOf: (item: ItemOf<C>) => Choice;
  /** To clear the field from outside, render it with another key. */
  value: Choice | null;
  onChange: (choice: Choice | null) => void;
  /** Without the button that clears the field. */
  required?: boolean;
  disabled?: boolean;
  helperText?: string | undefined;
  placeholder?: string;
  error?: boolean;
  sx?: SxProps;
}) {
  const { t, format } = useLocale('list');
  const { value } = props;
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(value?.label ?? '');
  const text = useSearchText(typed);
  // An open field that shows its choice offers all choices.
  const q = text === '' || text === value?.label ? undefined : text;
  const query = { ...props.query, q, limit: SHOWN };
  const list = useApiPages(props.call, { params: props.params, query } as never, { enabled: open });
  const choices = (list.items ?? []).map((item) => props.choiceOf(item as ItemOf<C>));
  const isSearching = open && (list.items === undefined || list.isOutdated) && !list.error;
  const more =
    list.hasMore && list.total !== null
      ? t('picker.more', { shown: format.number(choices.length), total: format.number(list.total) })
      : null;
  return (
    <NotShown value={more}>
      <Autocomplete<Choice, false, boolean>
        options={choices}
        value={value}
        onChange={(_, choice) => props.onChange(choice)}
        inputValue={typed}
        onInputChange={(_, input) => setTyped(input)}
        // Typed text stays while nothing is chosen.
        clearOnBlur={value !== null}
        open={open}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
        getOptionLabel={(choice) => choice.label}
        getOptionKey={(choice) => choice.id}
        isOptionEqualToValue={(choice, chosen) => choice.id === chosen.id}
        // The server searches.
        filterOptions={(all) => all}
        loading={isSearching}
        loadingText={t('common:loading')}
        noOptionsText={list.error ? errorText(list.error) : t('none')}
        openText={t('picker.open')}
        closeText={t('picker.close')}
        clearText={t('picker.clear')}
        disableClearable={props.required === true}
        disabled={props.disabled === true}
        slots={{ paper: Options }}
        renderOption={({ key, ...option }, choice) => (
          <Box component="li" key={key} {...option}>
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {choice.label}
              {choice.detail && <Typography variant="quiet">{choice.detail}</Typography>}
            </Box>
          </Box>
        )}
        renderInput={(params) => (
          <TextField
            {...params}
            label={props.label}
            helperText={props.helperText}
            {...(props.placeholder && {
              placeholder: props.placeholder,
              slotProps: { ...params.slotProps, inputLabel: { ...params.slotProps?.inputLabel, shrink: true } },
            })}
            error={props.error === true}
            required={props.required === true}
          />
        )}
        sx={props.sx ?? {}}
      />
    </NotShown>
  );
}

/** Text for the end of the options; null when all are shown. */
const NotShown = createContext<string | null>(null);

function Options({ children, ...paper }: PaperProps) {
  const more = useContext(NotShown);
  return (
    <Paper {...paper}>
      {children}
      {more !== null && (
        <Typography role="status" variant="quiet" sx={{ px: 2, py: 1, borderTop: 1, borderColor: 'divider' }}>
          {more}
        </Typography>
      )}
    </Paper>
  );
}
