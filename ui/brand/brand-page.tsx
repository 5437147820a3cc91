import { Box, ListItemText } from '@mui/material';
import type { PictureAnswer } from '@perktree/contracts/brand/picture-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useParams } from 'react-router-dom';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { BackLink, PageHeader, Panel, QueryView } from '../kit/page.tsx';
import { Rows } from '../kit/rows.tsx';
import { useSite } from '../kit/use-site.ts';
import { callApi } from '../lib/api.ts';
import { useApi, useCommand } from '../lib/use-api.ts';
import { joined, useLocale } from '../lib/use-locale.ts';
import { BrandForm } from './brand-form.tsx';

/** All pictures of the business, which its sites share. @param props.logo hash of this site's saved logo; null: none */
function UploadedPictures({ logo }: { logo: string | null }) {
  const { t } = useLocale('brand');
  const pictures = useApi(calls.listPictures, {}, { staleTime: 0 });
  if (pictures.data?.length === 0) return null;
  return (
    <Box sx={{ mt: { xs: 2, sm: 3 } }}>
      <Panel title={t('pictures.title')} subtitle={t('pictures.text')}>
        <QueryView query={pictures}>
          {(list) => (
            <Rows items={list} label={t('pictures.title')} keyOf={({ hash }) => hash} sx={{ gap: 2, flexWrap: 'wrap' }}>
              {(picture) => <Picture picture={picture} isLogo={picture.hash === logo} />}
            </Rows>
          )}
        </QueryView>
      </Panel>
    </Box>
  );
}

function Picture({ picture, isLogo }: { picture: PictureAnswer; isLogo: boolean }) {
  const { t, format } = useLocale('brand');
  const uploaded = format.dateTime(picture.createdAt);
  const remove = useCommand({
    send: () => callApi(calls.deletePicture, { params: { hash: picture.hash } }),
    done: () => ({ title: t('pictures.deleted') }),
    failed: t('pictures.failed'),
    changes: [calls.listPictures],
  });
  return (
    <>
      <Box
        component="img"
        src={picture.url}
        alt=""
        loading="lazy"
        sx={{ width: 64, height: 64, objectFit: 'contain', border: 1, borderColor: 'divider', borderRadius: 2 }}
      />
      <ListItemText
        primary={t('pictures.size', { width: picture.width, height: picture.height })}
        secondary={joined([t('pictures.uploaded', { when: uploaded }), isLogo && t('pictures.isLogo')])}
        sx={{ minWidth: 160 }}
      />
      <ConfirmButton
        button={{
          color: 'error',
          'aria-label': t('pictures.deleteOf', { when: uploaded }),
          children: t('pictures.delete'),
        }}
        title={t('pictures.ask')}
        confirmLabel={t('pictures.delete')}
        destructive
        command={remove}
      >
        {t(isLogo ? 'pictures.askLogo' : 'pictures.askText')}
      </ConfirmButton>
    </>
  );
}

export default function BrandPage() {
  const { t } = useLocale('brand');
  const { siteId = '' } = useParams();
  const site = useSite(siteId);
  const saved = useApi(calls.siteBrand, { params: { siteId } });
  return (
    <>
      <BackLink to="/sites" label={t('back')} />
      <PageHeader title={t('title')} subtitle={site?.name ?? ''} />
      <QueryView query={saved}>
        {(brand) => (
          <>
            <BrandForm siteId={siteId} siteName={site?.name ?? ''} saved={brand} />
            <UploadedPictures logo={brand.logo} />
          </>
        )}
      </QueryView>
    </>
  );
}
