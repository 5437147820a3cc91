import { Box, Slider, Stack, Typography } from '@mui/material';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../lib/format.ts';
import type { Stop } from './stops.ts';

/**
 * A time axis with a mark for each event and one thumb, or two to compare. Arrow keys move between marks; Home and
 * End to the ends.
 */
export function TimeSlider(props: {
  stops: readonly Stop[];
  /** The selected times, the earlier first. */
  shown: readonly Stop[];
  onChange: (shown: readonly Stop[]) => void;
}) {
  const { t, i18n } = useTranslation('site-history');
  const { stops, shown } = props;
  const times = shown.map(({ time }) => time);
  // Thumb positions during a drag, which must not send requests.
  const [moving, setMoving] = useState<readonly number[] | null>(null);
  const key = times.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shown time changes from other controls too
  useEffect(() => setMoving(null), [key]);
  const [first, last] = [stops.at(0)?.time ?? 0, stops.at(-1)?.time ?? 0];
  const when = (time: number) => formatDateTime(new Date(time).toISOString(), i18n.language);
  const stopOf = (time: number) => stops.find((stop) => stop.time === time);
  const values = (value: number | readonly number[]) => [value].flat() as number[];
  const textOf = (time: number) => {
    const kinds = stopOf(time)?.kinds.map((kind) => t(`kind.${kind}`)) ?? [];
    return [when(time), ...kinds].join(', ');
  };
  const value = moving ?? times;
  const commit = (next: readonly number[]) =>
    props.onChange(next.toSorted((a, b) => a - b).flatMap((time) => stopOf(time) ?? []));
  // Without `step`, MUI moves Home and End by one mark only.
  const jump = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    event.stopPropagation();
    commit(value.with(Number((event.target as HTMLElement).dataset.index ?? 0), event.key === 'Home' ? first : last));
  };
  return (
    <Box sx={{ px: 1.5 }} onKeyDownCapture={jump}>
      <Slider
        value={value.length === 1 ? (value[0] ?? last) : [...value]}
        min={first}
        max={last}
        step={null}
        marks={stops.map(({ time }) => ({ value: time }))}
        disabled={stops.length < 2}
        getAriaLabel={(index) => t(value.length === 1 ? 'moment' : index === 0 ? 'earlier' : 'later')}
        getAriaValueText={textOf}
        onChange={(_, next) => setMoving(values(next))}
        onChangeCommitted={(_, next) => commit(values(next))}
      />
      <Stack direction="row" sx={{ justifyContent: 'space-between' }}>
        <Typography variant="caption">{when(first)}</Typography>
        <Typography variant="caption">{when(last)}</Typography>
      </Stack>
      <Typography role="status" sx={{ fontWeight: 600, mt: 1 }}>
        {value.map(textOf).join(' → ')}
      </Typography>
    </Box>
  );
}
