import { Checkbox, Chip, FormControl, FormControlLabel, FormHelperText, FormLabel, Stack } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Picker } from '../kit/list/picker.tsx';
import { useApi } from '../lib/use-api.ts';

/** Maximum of the query parameter `ids`. */
const MAX_IDS = 50;

/** Chooses all sites or some. @param props.siteIds null for all, including future ones */
export function SitesField(props: {
  siteIds: readonly string[] | null;
  onChange: (siteIds: readonly string[] | null) => void;
  error: string | undefined;
}) {
  // `list` is for Picker: loading it there would hide the dialog meanwhile.
  const { t } = useTranslation(['webhooks', 'list']);
  const { siteIds, onChange } = props;
  const chosen = siteIds ?? [];
  const ids = chosen.slice(0, MAX_IDS).join(',');
  const named = useApi(calls.listSites, { query: { ids } }, { enabled: ids !== '' });
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(new Map());
  const nameOf = (id: string) => picked.get(id) ?? named.data?.find((site) => site.id === id)?.name ?? id;
  return (
    <FormControl component="fieldset" error={props.error !== undefined}>
      <FormLabel component="legend">{t('sitesLabel')}</FormLabel>
      <FormControlLabel
        sx={{ minHeight: 44 }}
        control={<Checkbox checked={siteIds === null} onChange={(_, all) => onChange(all ? null : [])} />}
        label={t('allSitesLabel')}
      />
      {siteIds !== null && (
        <Stack spacing={1.5} sx={{ pt: 1 }}>
          <Picker
            key={chosen.length}
            label={t('addSite')}
            call={calls.listSites}
            choiceOf={({ id, name }) => ({ id, label: name })}
            value={null}
            onChange={(choice) => {
              if (choice === null || chosen.includes(choice.id)) return;
              setPicked(new Map(picked).set(choice.id, choice.label));
              onChange([...chosen, choice.id]);
            }}
            error={props.error !== undefined}
          />
          <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
            {chosen.map((id) => (
              <Chip key={id} label={nameOf(id)} onDelete={() => onChange(chosen.filter((one) => one !== id))} />
            ))}
          </Stack>
        </Stack>
      )}
      {props.error && <FormHelperText role="alert">{props.error}</FormHelperText>}
    </FormControl>
  );
}
