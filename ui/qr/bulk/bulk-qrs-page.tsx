import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { type CsvFormat, csvOf } from '@perktree/contracts/kernel/csv';
import { fileName } from '@perktree/contracts/kernel/file-name';
import type { SiteAnswer } from '@perktree/contracts/site/calls';
import { type ChangeEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { EmptyCard, LinkButton, NextStep, PageHeader, Panel, QueryView } from '../../kit/page.tsx';
import { useSiteOf } from '../../kit/use-site.ts';
import { callApi } from '../../lib/api.ts';
import { ApiError, errorText } from '../../lib/api-error.ts';
import { csvFormat, downloadText } from '../../lib/download.ts';
import { fieldIssueText } from '../../lib/forms/fields.ts';
import { loadRules, type Rules } from '../../lib/forms/use-form.ts';
import { useLocale } from '../../lib/use-locale.ts';
import { QuotaLimit } from '../../subscription/shared/plan-limit.tsx';
import { type BulkItem, BulkPreview, treeRequest } from './bulk-preview.tsx';
import {
  type BulkColumn,
  type BulkRow,
  COLUMNS,
  checkRow,
  type Problem,
  type QrBody,
  readRows,
  treesOf,
} from './rows.ts';

/** One example row for each benefit type. */
const EXAMPLES: readonly Partial<Record<BulkColumn, string>>[] = [
  {
    name: 'Summer',
    internalName: 'Counter',
    type: 'DISCOUNT_PERCENT',
    discountPercent: '20',
    commissionPercent: '10.00',
  },
  {
    name: 'Summer by bicycle',
    parent: 'Summer',
    type: 'DISCOUNT_PERCENT',
    discountPercent: '20',
    commissionPercent: '4.00',
  },
  {
    name: 'Voucher',
    type: 'DISCOUNT_FIXED',
    discountFixedAmount: '5',
    commissionPercent: '7.50',
    maxRedemptions: '100',
  },
  { name: 'Coffee', type: 'TEXT_REWARD', textReward: 'A coffee', externalUrl: 'https://example.com/menu' },
];

export const templateOf = (format: CsvFormat): string =>
  csvOf(
    COLUMNS.map((column) => ({
      title: column,
      kind: 'number',
      value: (row: (typeof EXAMPLES)[number]) => row[column] ?? null,
    })),
    EXAMPLES,
    format,
  );

/** Excel's "Unicode text" begins with this mark. */
const isUtf16 = (bytes: ArrayBuffer) => {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  return first === 0xff && second === 0xfe;
};

/**
 * The text of a CSV. Excel saves Windows-1252 by default, in which a letter with an accent is not UTF-8.
 * @returns `isGuessed`: it is no UTF-8, so the person should check the letters
 */
export function decodeCsv(bytes: ArrayBuffer): { readonly text: string; readonly isGuessed: boolean } {
  if (isUtf16(bytes)) return { text: new TextDecoder('utf-16le').decode(bytes), isGuessed: false };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isGuessed: false };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), isGuessed: true };
  }
}

function ProblemList({ problems }: { problems: readonly Problem[] }) {
  const { t } = useLocale('bulk-qrs');
  const place = ({ row, column }: Problem) => {
    if (row === null) return column === null ? t('fileProblem') : t('columnProblem', { column });
    return column === null ? t('rowProblem', { row }) : t('rowColumnProblem', { row, column });
  };
  const text = (problem: Problem) =>
    'text' in problem ? problem.text : 'rule' in problem ? t(`problem.${problem.rule}`) : fieldIssueText(problem.issue);
  return (
    <Panel title={t('problems')}>
      <Alert severity="error">{t('problemsText', { count: problems.length })}</Alert>
      <Box component="ul" sx={{ m: 0, mt: 2, pl: 2.5 }}>
        {problems.map((problem) => (
          <Typography key={`${problem.row} ${problem.column} ${text(problem)}`} component="li" sx={{ mb: 0.5 }}>
            <strong>{place(problem)}:</strong> {text(problem)}
          </Typography>
        ))}
      </Box>
    </Panel>
  );
}

export default function BulkQrsPage() {
  const { t } = useLocale('bulk-qrs');
  const [query] = useSearchParams();
  const siteId = query.get('site') ?? '';
  const chosen = useSiteOf(siteId);
  const site = chosen.data?.[0];
  return (
    <>
      <PageHeader
        title={t('title')}
        {...(site ? { subtitle: t('subtitle', { site: site.name }) } : {})}
        actions={<LinkButton to={site ? `/qr-management?site=${site.id}` : '/qr-management'}>{t('back')}</LinkButton>}
      />
      {siteId === '' ? (
        <NoSite />
      ) : (
        <QueryView query={chosen}>{() => (site ? <BulkCreation site={site} /> : <NoSite />)}</QueryView>
      )}
    </>
  );
}

function NoSite() {
  const { t } = useLocale('bulk-qrs');
  return (
    <EmptyCard
      icon={<StorefrontOutlined />}
      title={t('noSite')}
      text={t('noSiteText')}
      action={<NextStep step="chooseSite" />}
    />
  );
}

interface ReadFile {
  readonly name: string;
  readonly text: string;
  readonly isGuessed: boolean;
  /** Counts choices, so that choosing the same file again starts over. */
  readonly choice: number;
  readonly problems: readonly Problem[];
  readonly items: readonly BulkItem[];
}

function BulkCreation({ site }: { site: SiteAnswer }) {
  const { t, language } = useLocale('bulk-qrs');
  const input = useRef<HTMLInputElement>(null);
  const choices = useRef(0);
  const [file, setFile] = useState<ReadFile | 'unreadable' | null>(null);
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.currentTarget;
    const picked = chosen.files?.[0];
    if (!picked) return;
    try {
      const [bytes, rules] = await Promise.all([picked.arrayBuffer(), loadRules()]);
      const { text, isGuessed } = decodeCsv(bytes);
      choices.current += 1;
      const choice = choices.current;
      const checked = checkFile(text, rules);
      const refused = checked.problems.length > 0 ? [] : await refusedTrees(site.id, checked.items);
      // Another file was chosen meanwhile.
      if (choice !== choices.current) return;
      setFile({ name: picked.name, text, isGuessed, choice, ...checked, problems: [...checked.problems, ...refused] });
    } catch {
      setFile('unreadable');
    }
    // Allow choosing a corrected file of the same name.
    chosen.value = '';
  };
  const read = file === 'unreadable' ? null : file;
  return (
    <Stack spacing={{ xs: 2, sm: 3 }}>
      <QuotaLimit quota="activeQrs" />
      <Panel title={t('file')}>
        <Stack spacing={2}>
          <Typography sx={{ color: 'text.secondary' }}>{t('fileText')}</Typography>
          <Stack direction="row" useFlexGap spacing={1.5} sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
            <input
              ref={input}
              type="file"
              accept=".csv,text/csv"
              hidden
              aria-label={t('choose')}
              onChange={(event) => void choose(event)}
            />
            <Button variant="contained" onClick={() => input.current?.click()}>
              {t('choose')}
            </Button>
            <Button
              variant="outlined"
              onClick={() =>
                downloadText(templateOf(csvFormat(language)), fileName([t('templateName')], 'csv'), 'text/csv')
              }
            >
              {t('template')}
            </Button>
            {read && <Typography>{read.name}</Typography>}
          </Stack>
          {file === 'unreadable' && <Alert severity="error">{t('unreadable')}</Alert>}
        </Stack>
      </Panel>
      {read?.isGuessed && <Alert severity="warning">{t('encoding')}</Alert>}
      {read && read.problems.length > 0 && <ProblemList problems={read.problems} />}
      {read && read.problems.length === 0 && (
        <BulkPreview key={read.choice} site={site} file={read.text} items={read.items} />
      )}
    </Stack>
  );
}

function checkFile(text: string, rules: Rules | null): { problems: Problem[]; items: BulkItem[] } {
  const { rows, problems } = readRows(text);
  // With a missing column every row would repeat the problem.
  if (problems.some((problem) => 'rule' in problem && problem.rule === 'missingColumn')) return { problems, items: [] };
  const { trees, problems: ofParents } = treesOf(rows);
  problems.push(...ofParents);
  const bodies = new Map<BulkRow, QrBody>();
  for (const row of rows) {
    const checked = checkRow(row, rules);
    if ('body' in checked) bodies.set(row, checked.body);
    else problems.push(...checked.problems);
  }
  const items = trees.flatMap(({ rows: inTree }): BulkItem[] => {
    const [root, ...below] = inTree.flatMap(({ row, parent }) => {
      const body = bodies.get(row);
      return body ? [{ number: row.number, body, parent }] : [];
    });
    return root ? [{ number: root.number, qrs: [root, ...below] }] : [];
  });
  return { problems: problems.sort((a, b) => (a.row ?? 0) - (b.row ?? 0)), items };
}

/** What the server would refuse of the trees, by its rules for percents, depth and numbers. Nothing is created. */
async function refusedTrees(siteId: string, items: readonly BulkItem[]): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const item of items) {
    if (item.qrs.length === 1) continue;
    const { params, body } = treeRequest(siteId, item);
    try {
      await callApi(calls.importTree, { params, body: { ...body, checkOnly: true } });
    } catch (error) {
      // Without an answer, creating it says what is wrong.
      if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) continue;
      const row = item.qrs[Number(error.values.row ?? 0)]?.number ?? item.number;
      problems.push({ row, column: null, text: errorText(error) });
    }
  }
  return problems;
}
