import { Alert, Box, FormHelperText, MenuItem, Stack, Typography } from '@mui/material';
import { pictureUrl } from '@perktree/contracts/brand/picture-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallBody } from '@perktree/contracts/kernel/call';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import { svgOfDrawing } from '@perktree/contracts/qr/code/draw';
import { FRAME_TEXT_LENGTH, MODULE_SHAPES, PLAIN_DESIGN, type QrDesign } from '@perktree/contracts/qr/design';
import type { QrDesignAnswer } from '@perktree/contracts/qr/design-calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../../kit/confirm-button.tsx';
import { ColourField } from '../../../kit/form/colour-field.tsx';
import { EditedMeanwhile } from '../../../kit/form/fields.tsx';
import { choices, FormDialog, FormField } from '../../../kit/form/form.tsx';
import { QueryView } from '../../../kit/page.tsx';
import { PictureField } from '../../../kit/picture-field.tsx';
import { callApi } from '../../../lib/api.ts';
import { useEditForm } from '../../../lib/forms/use-edit-form.ts';
import type { Form } from '../../../lib/forms/use-form.ts';
import { fetchInTime } from '../../../lib/public/time-limit.ts';
import { qrDrawing } from '../../../lib/qr-matrix.ts';
import { useApi, useCommand } from '../../../lib/use-api.ts';
import { PlanLimit } from '../../../subscription/shared/plan-limit.tsx';
import { checkDesign, DESIGN_FIELDS, designBody, drawable, formOfDesign, seenDesign } from './design-form.ts';
import { qrReads } from './use-qr-form.ts';

/** The picture at a URL of this origin as a `data:` URL. Null if it was deleted or cannot be loaded. */
async function pictureDataUrl(url: string): Promise<string | null> {
  const response = await fetchInTime(url).catch(() => null);
  return response?.ok ? dataUrlOf(await response.blob()) : null;
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** Width in CSS pixels, less on narrow phones. */
const WIDTH = 240;

async function svgOf(url: string, design: QrDesign): Promise<string> {
  const picture = design.logo && pictureDataUrl(pictureUrl(design.logo.picture));
  const [drawing, logo] = await Promise.all([qrDrawing(url, design), picture]);
  return svgOfDrawing(drawing, logo, 2 * WIDTH);
}

/** A QR code as its files show it. Keeps the last design while a colour is incomplete. @param design null: incomplete */
function DesignPreview({ url, design }: { url: string; design: QrDesign | null }) {
  const { t } = useTranslation('qr-design');
  const { data: svg } = useQuery({
    queryKey: ['design', url, design],
    queryFn: () => svgOf(url, design ?? PLAIN_DESIGN),
    enabled: design !== null,
    placeholderData: keepPreviousData,
    // A picture that could not be loaded is tried again next time.
    gcTime: 0,
  });
  return (
    <Box sx={{ width: WIDTH, maxWidth: '100%', minHeight: WIDTH, alignSelf: 'center' }}>
      {svg !== undefined && (
        <Box
          component="img"
          src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
          alt={t('preview')}
          sx={{ display: 'block', width: '100%', borderRadius: '8px', border: 1, borderColor: 'divider' }}
        />
      )}
    </Box>
  );
}

/** Chooses the picture in the middle of a code, and its size. */
function LogoField({ form }: { form: Form<typeof DESIGN_FIELDS> }) {
  const { t } = useTranslation('qr-design');
  const hash = form.typed['logo.picture'];
  const problem = form.error('logo.picture');
  return (
    <Stack spacing={2}>
      <PictureField
        label={t('logo')}
        help={t('logoHelp')}
        chooseLabel={t('upload')}
        removeLabel={t('noLogo')}
        hash={hash}
        onChange={(chosen) => form.change('logo.picture', chosen)}
      />
      {problem !== undefined && (
        <FormHelperText error role="alert">
          {problem}
        </FormHelperText>
      )}
      {hash !== '' && <FormField form={form} name="logo.percent" label={t('percent')} required />}
    </Stack>
  );
}

interface Props {
  readonly qr: QrAnswer;
  readonly onClose: () => void;
}

const NONE: QrDesignAnswer = { design: null, from: null, version: null };

/** The form of a design, and the command that removes it. */
function useDesignForm({ qr, onClose }: Props, saved: QrDesignAnswer) {
  const { t } = useTranslation('qr-design');
  const { siteId } = qr;
  const save = (scope: string, body: CallBody<typeof calls.designQr>) =>
    scope === 'site'
      ? callApi(calls.designSiteQrs, { params: { siteId }, body })
      : callApi(calls.designQr, { params: { siteId, qrId: qr.id }, body });
  const form = useEditForm({
    fields: DESIGN_FIELDS,
    saved,
    initial: formOfDesign,
    // A design is one value: another scope may get it unchanged.
    edit: ({ design }, stored, { scope }) => ({ design, ...seenDesign(stored, scope) }),
    known: ({ scope }) => ({ from: scope as 'campaign' | 'site' }),
    prefix: 'design.',
    call: calls.designQr,
    body: designBody,
    check: checkDesign,
    params: { siteId, qrId: qr.id },
    send: ({ body }, { scope }) => save(scope, body),
    done: () => ({ title: t('saved'), description: t('savedText') }),
    changes: qrReads(siteId),
    onSuccess: onClose,
  });
  const remove = useCommand({
    send: (from: 'campaign' | 'site') => save(from, { design: null, ...seenDesign(saved, from) }),
    done: () => ({ title: t('removed') }),
    changes: qrReads(siteId),
    onDone: onClose,
  });
  return { form, remove };
}

function DesignFields(
  props: ReturnType<typeof useDesignForm> & { qr: QrAnswer; saved: QrDesignAnswer; needsPlan: boolean },
) {
  const { t } = useTranslation('qr-design');
  const { form, remove, qr, saved, needsPlan } = props;
  const code = useApi(calls.qrCode, { params: { siteId: qr.siteId, qrId: qr.id } });
  const designText = (design: QrDesign | null) =>
    design === null
      ? undefined
      : [
          `${t('foreground')} ${design.foreground}`,
          `${t('background')} ${design.background}`,
          t(`shape.${design.modules}`),
          design.logo && t('logo'),
          design.frameText,
        ]
          .filter(Boolean)
          .join(', ');
  return (
    <>
      <EditedMeanwhile
        conflict={form.conflict}
        words={{ label: () => t('title'), text: (_, design) => designText(design as QrDesign | null) }}
      />
      {needsPlan && <PlanLimit text={t('needsPlan')} />}
      {saved.from === 'site' && !needsPlan && <Alert severity="info">{t('fromSite')}</Alert>}
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 1fr) 260px' } }}>
        <Stack spacing={2.5} sx={{ minWidth: 0, order: { xs: 2, md: 1 } }}>
          <FormField form={form} name="scope" label={t('scope')} select>
            <MenuItem value="campaign">{t('scopeCampaign')}</MenuItem>
            <MenuItem value="site">{t('scopeSite')}</MenuItem>
          </FormField>
          <Stack direction="row" useFlexGap spacing={2.5} sx={{ flexWrap: 'wrap', '& > *': { flex: '1 1 180px' } }}>
            {(['foreground', 'background'] as const).map((name) => (
              <ColourField
                key={name}
                form={form}
                name={name}
                label={t(name)}
                pickLabel={t('pick', { name: t(name).toLowerCase() })}
                required
              />
            ))}
          </Stack>
          <FormField form={form} name="modules" label={t('modules')} select>
            {choices(MODULE_SHAPES, (shape) => t(`shape.${shape}`))}
          </FormField>
          <LogoField form={form} />
          <FormField
            form={form}
            name="frameText"
            label={t('frameText')}
            helperText={t('frameTextHelp')}
            slotProps={{ htmlInput: { maxLength: FRAME_TEXT_LENGTH } }}
          />
          {saved.from !== null && (
            <ConfirmButton
              button={{
                ...{ variant: 'outlined', color: 'error', sx: { alignSelf: 'flex-start' } },
                ...{ disabled: form.pending, children: t(`remove.${saved.from}`) },
              }}
              command={remove}
              given={saved.from}
              title={t(`remove.${saved.from}`)}
              confirmLabel={t('removeConfirm')}
              destructive
            >
              {t('removeText')}
            </ConfirmButton>
          )}
        </Stack>
        <Stack spacing={1.5} sx={{ minWidth: 0, order: { xs: 1, md: 2 } }}>
          <QueryView query={code}>
            {({ customerUrl }) => <DesignPreview url={customerUrl} design={drawable(form.values)} />}
          </QueryView>
          <Typography variant="quiet">{t('check')}</Typography>
        </Stack>
      </Box>
    </>
  );
}

/** Edits the design of a campaign or its site with a live preview. The server refuses designs that QR readers cannot read. */
export default function DesignDialog({ qr, onClose }: Props) {
  const { t } = useTranslation('qr-design');
  const design = useApi(calls.qrDesign, { params: { siteId: qr.siteId, qrId: qr.id } }, { gcTime: 0, staleTime: 0 });
  const saved = design.data ?? NONE;
  const plan = useApi(calls.plan, {});
  const needsPlan = plan.data !== undefined && !plan.data.limits.whiteLabel;
  const { form, remove } = useDesignForm({ qr, onClose }, saved);
  return (
    <FormDialog
      wide
      title={t('title')}
      subtitle={qr.name}
      submitLabel={t('submit')}
      failed={t('failed')}
      form={{ ...form, failure: form.failure ?? remove.error }}
      submitDisabled={needsPlan || remove.isPending || design.data === undefined}
      onClose={onClose}
    >
      <QueryView query={design}>
        {() => <DesignFields form={form} remove={remove} qr={qr} saved={saved} needsPlan={needsPlan} />}
      </QueryView>
    </FormDialog>
  );
}
