import DataObject from '@mui/icons-material/DataObject';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { Button, Stack } from '@mui/material';
import type { ScopeAnswer } from '@perktree/contracts/audit/scope';
import { fileName } from '@perktree/contracts/kernel/file-name';
import { type PaperHead, type PaperTable, paperCsv, paperName } from '@perktree/contracts/kernel/working-paper';
import { useTranslation } from 'react-i18next';
import { useAuth } from '../lib/auth.tsx';
import { csvFormat, downloadText } from '../lib/download.ts';

/** What a panel adds to the scope of its answer. */
export interface WorkingPaper {
  readonly sites: PaperHead['sites'];
  readonly scope: Pick<ScopeAnswer, 'from' | 'to' | 'timeZone'> & { readonly position: string | null };
  readonly currencies: readonly string[];
  readonly filter?: PaperHead['filter'];
  readonly result: readonly string[];
  readonly tables: readonly PaperTable[];
  /** The answer, for the file in JSON. */
  readonly data: object;
}

/** Downloads an answer as a working paper (CSV), and as JSON with the same facts. @param props.paper undefined: not there yet */
export function PaperButtons({ title, paper }: { title: string; paper: WorkingPaper | undefined }) {
  const { t, i18n } = useTranslation(['audit', 'common']);
  const { user } = useAuth();
  const language = i18n.language === 'es' ? 'es' : 'en';
  const headOf = ({ sites, scope, currencies, filter = [], result }: WorkingPaper): PaperHead => ({
    title,
    sites,
    period: { from: scope.from, to: scope.to },
    timeZone: scope.timeZone,
    currencies: [...new Set(currencies)],
    filter,
    position: scope.position,
    result,
    madeAt: new Date().toISOString(),
    madeBy: user && { id: user.id, name: `${user.firstName} ${user.lastName}`.trim() },
  });
  const saveCsv = (shown: WorkingPaper) => {
    const head = headOf(shown);
    downloadText(
      paperCsv(head, shown.tables, { language, format: csvFormat(i18n.language) }),
      fileName(paperName(head, language), 'csv'),
      'text/csv;charset=utf-8',
    );
  };
  const saveJson = (shown: WorkingPaper) => {
    const head = headOf(shown);
    const content = { workingPaper: head, ...shown.data };
    downloadText(JSON.stringify(content, null, 2), fileName(paperName(head, language), 'json'), 'application/json');
  };
  return (
    <Stack direction="row">
      <Button
        startIcon={<FileDownloadOutlined />}
        disabled={paper === undefined}
        aria-label={t('common:csv.label', { what: title })}
        onClick={() => paper && saveCsv(paper)}
      >
        {t('common:csv.button')}
      </Button>
      <Button
        startIcon={<DataObject />}
        disabled={paper === undefined}
        aria-label={t('json.label', { what: title })}
        onClick={() => paper && saveJson(paper)}
      >
        {t('json.button')}
      </Button>
    </Stack>
  );
}
