import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import type { PublishedKey, SignedHead } from '@perktree/contracts/audit/chain-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { paperTable } from '@perktree/contracts/kernel/working-paper';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Figures } from '../kit/figures.tsx';
import { Panel } from '../kit/panel.tsx';
import { QueryView } from '../kit/query-view.tsx';
import { formatDateTime, formatNumber } from '../lib/format.ts';
import { useApi } from '../lib/use-api.ts';
import type { AuditScope } from './audit-query.ts';
import { PaperButtons } from './paper-buttons.tsx';

/** The heads and keys that an auditor keeps, so that history cannot be changed unseen. */
export function ChainPanel({ scope }: { scope: AuditScope }) {
  const { t } = useTranslation('audit');
  const heads = useApi(calls.auditHeads, { query: { limit: '1000' } });
  const keys = useApi(calls.auditKeys, {});
  const paper = usePaper(scope);
  return (
    <Panel
      title={t('chain.title')}
      subtitle={t('chain.subtitle')}
      action={
        <PaperButtons
          title={t('chain.title')}
          paper={heads.data && keys.data && paper(heads.data.heads, keys.data.keys)}
        />
      }
    >
      <QueryView query={heads} problem={t('chain.failed')}>
        {(data) => (
          <QueryView query={keys} problem={t('chain.failed')}>
            {(published) => <Newest heads={data.heads} keys={published.keys} scope={scope} />}
          </QueryView>
        )}
      </QueryView>
      <Limits />
    </Panel>
  );
}

function Newest(props: { heads: readonly SignedHead[]; keys: readonly PublishedKey[]; scope: AuditScope }) {
  const { t, i18n } = useTranslation('audit');
  const { heads, keys, scope } = props;
  const [head] = heads;
  const time = (iso: string) => formatDateTime(iso, i18n.language, scope.timeZone);
  if (head === undefined) return <Alert severity="warning">{t('chain.none')}</Alert>;
  const key = keys.find(({ keyId }) => keyId === head.keyId);
  const covers = scope.position === '' || BigInt(head.position) >= BigInt(scope.position);
  return (
    <Stack spacing={2}>
      {!covers && <Alert severity="warning">{t('chain.behind', { position: scope.position })}</Alert>}
      {key?.revoked && <Alert severity="error">{t('chain.revoked', { at: time(key.revoked.at) })}</Alert>}
      <Figures
        figures={[
          [t('chain.heads'), formatNumber(heads.length, i18n.language)],
          [t('chain.events'), formatNumber(head.events, i18n.language)],
          [t('replay.position'), head.position],
          [t('chain.signedAt'), `${time(head.signedAt)} (${scope.timeZone})`],
          [t('chain.since'), key ? time(key.since) : '–'],
        ]}
      />
      <Box component="dl" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {(
          [
            ['chain', head.chain],
            ['root', head.root],
            ['key', head.keyId],
          ] as const
        ).map(([name, value]) => (
          <Typography key={name} variant="body2" component="div" sx={{ '& > *': { display: 'inline', m: 0 } }}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {t(`chain.${name}`)}{' '}
            </Box>
            <Box component="dd" sx={{ fontFamily: 'monospace' }}>
              {value}
            </Box>
          </Typography>
        ))}
      </Box>
      <Button component={Link} to="/audit/heads" variant="outlined" sx={{ alignSelf: 'flex-start' }}>
        {t('chain.compare')}
      </Button>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('chain.help')}
      </Typography>
    </Stack>
  );
}

const LIMITS = ['heads', 'newest', 'unrecorded', 'bank', 'clock', 'people', 'copies'] as const;

function Limits() {
  const { t } = useTranslation('audit');
  return (
    <>
      <Typography variant="h3" sx={{ mt: 2.5, mb: 0.5 }}>
        {t('limits.title')}
      </Typography>
      <ul>
        {LIMITS.map((limit) => (
          <li key={limit}>
            <Typography variant="body2">{t(`limits.${limit}`)}</Typography>
          </li>
        ))}
      </ul>
    </>
  );
}

function usePaper(scope: AuditScope) {
  const { t } = useTranslation('audit');
  return (heads: readonly SignedHead[], keys: readonly PublishedKey[]) => ({
    sites: [],
    scope: { from: null, to: null, timeZone: scope.timeZone, position: heads[0]?.position ?? null },
    currencies: [],
    result: [t('chain.count', { count: heads.length })],
    tables: [
      paperTable<SignedHead>(
        t('chain.heads'),
        [
          { title: t('chain.events'), value: ({ events }) => events },
          { title: t('csv.position'), value: ({ position }) => position },
          { title: t('chain.signedAt'), value: ({ signedAt }) => signedAt },
          { title: t('chain.chain'), value: ({ chain }) => chain },
          { title: t('chain.root'), value: ({ root }) => root },
          { title: t('chain.parts'), value: ({ parts }) => parts },
          { title: t('chain.key'), value: ({ keyId }) => keyId },
          { title: t('chain.signature'), value: ({ signature }) => signature },
        ],
        heads,
      ),
      paperTable<PublishedKey>(
        t('chain.keys'),
        [
          { title: t('chain.key'), value: ({ keyId }) => keyId },
          { title: t('chain.publicKey'), value: ({ publicKey }) => publicKey },
          { title: t('chain.since'), value: ({ since }) => since },
          { title: t('chain.until'), value: ({ until }) => until },
          { title: t('chain.revokedAt'), value: ({ revoked }) => revoked?.at ?? null },
        ],
        keys,
      ),
      paperTable<string>(t('limits.title'), [{ title: t('csv.what'), value: (limit) => t(`limits.${limit}`) }], LIMITS),
    ],
    data: { heads, keys },
  });
}
