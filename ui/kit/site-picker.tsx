import type { SxProps } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { SiteAnswer } from '@perktree/contracts/site/calls';
import { useQueryClient } from '@tanstack/react-query';
import { type Choice, Picker } from './list/picker.tsx';
import { siteKey } from './use-site.ts';

interface SiteChoice extends Choice {
  readonly site: SiteAnswer;
}

const choiceOf = (site: SiteAnswer): SiteChoice => ({ id: site.id, label: site.name, detail: site.currency, site });

/** Chooses one of the caller's sites. */
export function SitePicker(props: {
  label: string;
  site: SiteAnswer | null;
  onPick: (siteId: string) => void;
  placeholder?: string;
  sx?: SxProps;
}) {
  const { site, onPick, ...field } = props;
  const client = useQueryClient();
  const pick = (choice: SiteChoice) => {
    // Fill the cache of `useSiteOf` to avoid a request.
    client.setQueryData(siteKey(choice.id), [choice.site]);
    onPick(choice.id);
  };
  return (
    <Picker
      {...field}
      call={calls.listSites}
      choiceOf={choiceOf}
      value={site && choiceOf(site)}
      onChange={(choice) => choice && pick(choice as SiteChoice)}
      required
    />
  );
}
