import { Box } from '@mui/material';
import { pictureUrl } from '@perktree/contracts/brand/picture-calls';
import { svgOfDrawing } from '@perktree/contracts/qr/code/formats';
import type { QrDesign } from '@perktree/contracts/qr/design';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { qrDrawing } from '../../../lib/qr-matrix.ts';

const known = new Map<string, Promise<string | null>>();

/** The picture at a URL of this origin as a `data:` URL. Null if it was deleted or cannot be loaded. */
function pictureDataUrl(url: string): Promise<string | null> {
  const picture = known.get(url) ?? load(url);
  known.set(url, picture);
  return picture;
}

async function load(url: string): Promise<string | null> {
  try {
    const response = await fetch(url);
    if (response.ok) return await dataUrlOf(await response.blob());
  } catch {
    // Offline: try again next time.
  }
  known.delete(url);
  return null;
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

/** A QR code as its files show it. Keeps the last design while a colour is incomplete. @param design null: incomplete */
export function DesignPreview({ url, design }: { url: string; design: QrDesign | null }) {
  const { t } = useTranslation('qr-design');
  const [svg, setSvg] = useState<string | null>(null);
  const key = JSON.stringify(design);
  useEffect(() => {
    const wanted = JSON.parse(key) as QrDesign | null;
    if (wanted === null) return;
    let isCurrent = true;
    const picture = wanted.logo && pictureDataUrl(pictureUrl(wanted.logo.picture));
    Promise.all([qrDrawing(url, wanted), picture]).then(
      ([drawing, logo]) => {
        if (isCurrent) setSvg(svgOfDrawing(drawing, logo, 2 * WIDTH));
      },
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [url, key]);
  return (
    <Box sx={{ width: WIDTH, maxWidth: '100%', minHeight: WIDTH, alignSelf: 'center' }}>
      {svg !== null && (
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
