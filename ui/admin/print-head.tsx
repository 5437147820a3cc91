import { Alert, Box, Button, Typography } from '@mui/material';
import { joined } from '@perktree/contracts/kernel/isolated';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { usePerson } from '../kit/use-person.ts';
import { useSite } from '../kit/use-site.ts';
import { brandMobile } from '../lib/brand.ts';
import { watchPrinting } from '../lib/print-page.ts';
import { ON_SCREEN, setPrinting, usePrinting } from '../lib/printing.ts';

/** Prints pages: their head on paper, and on screen the notice while rows are loaded for it. */
export function PrintHead() {
  const { t } = useTranslation(['print', 'common']);
  const client = useQueryClient();
  const { phase } = usePrinting();
  useEffect(() => watchPrinting(client), [client]);
  return (
    <>
      {/* Screen readers announce only what is added to a live region that they know. */}
      <Box role="status" className="no-print" sx={{ position: 'sticky', top: 0, zIndex: 'tooltip' }}>
        {phase === 'loading' && (
          <Alert
            severity="info"
            role="presentation"
            action={
              <Button color="inherit" onClick={() => setPrinting(ON_SCREEN)}>
                {t('common:cancel')}
              </Button>
            }
            sx={{ borderRadius: 0 }}
          >
            {t('loading')}
          </Alert>
        )}
      </Box>
      {phase === 'paper' && <Head />}
    </>
  );
}

/** Whose page it is, and when it was printed. It stands on top of the first page, and in the margin of each other one. */
function Head() {
  const { t, i18n } = useTranslation('print');
  const person = usePerson();
  const site = useSite(new URLSearchParams(location.search).get('site') ?? '');
  const at = new Intl.DateTimeFormat(i18n.language, {
    ...({ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' } as const),
    timeZoneName: 'longOffset',
  }).format(new Date());
  const whose = joined([brandMobile(), site?.name, person && `${person.name} (${person.role})`]);
  const when = t('at', { at });
  useLayoutEffect(() => {
    const sheet = new CSSStyleSheet();
    const title = document.querySelector('h1')?.textContent ?? '';
    sheet.replaceSync(`
      @page {
        @top-left { content: ${JSON.stringify(joined([whose, title]))}; font: 8pt sans-serif; }
        @top-right { content: ${JSON.stringify(when)}; font: 8pt sans-serif; }
      }
      @page :first { @top-left { content: none; } @top-right { content: none; } }`);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [whose, when]);
  return (
    <Box sx={{ mb: 2, pb: 1, borderBottom: 1, borderColor: 'divider' }}>
      <Typography sx={{ fontWeight: 600 }}>{whose}</Typography>
      <Typography variant="body2">{when}</Typography>
    </Box>
  );
}
