import { useEffect, useState } from 'react';

/** Size of the image in pixels. It is shown smaller, to be sharp on high-density screens. */
const PIXELS = 480;
/** Quiet zone in modules. The standard requires it, and the screen around the code may be dark. */
const QUIET_ZONE = 4;

/**
 * The redemption token of an open scan as a QR code for staff to scan. It holds the bare token and no link, so other
 * phones do nothing with it.
 * @param token null reserves the space
 */
export function RedemptionQr({ token, label }: { token: string | null; label: string }) {
  const [image, setImage] = useState<string | null>(null);

  useEffect(() => {
    if (token === null) return;
    let current = true;
    void drawQr(token).then((drawn) => {
      if (current) setImage(drawn);
    });
    return () => {
      current = false;
    };
  }, [token]);

  return (
    <div data-uncovered style={{ width: 220, height: 220, margin: '0 auto', background: '#fff', borderRadius: 12 }}>
      {image && <img src={image} alt={label} width={220} height={220} style={{ borderRadius: 12 }} />}
    </div>
  );
}

/** Null if the library cannot be loaded. Staff can type the code beside it instead. */
async function drawQr(token: string): Promise<string | null> {
  try {
    const { toDataURL } = await import('qrcode');
    return await toDataURL(token, { errorCorrectionLevel: 'M', width: PIXELS, margin: QUIET_ZONE });
  } catch {
    return null;
  }
}
