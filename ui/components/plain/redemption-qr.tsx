import { useEffect, useState } from 'react';

/** Pixels of the picture; shown smaller, so that it stays sharp on dense screens. */
const PIXELS = 480;
/** Modules of white around the code: what the standard asks for, since a screen has dark surroundings too. */
const QUIET_ZONE = 4;

/**
 * The redemption token of an open scan as a QR, for "Scan Customer QR" at the counter. Its content is the bare token and
 * no link: nothing happens when somebody else's phone reads it. The drawing library is loaded when it is first needed.
 */
export function RedemptionQr({ token, label }: { token: string; label: string }) {
  const [image, setImage] = useState<string | null>(null);

  useEffect(() => {
    let current = true;
    void drawQr(token).then((drawn) => {
      if (current) setImage(drawn);
    });
    return () => {
      current = false;
    };
  }, [token]);

  return (
    <div style={{ width: 220, height: 220, margin: '0 auto', background: '#fff', borderRadius: 12 }}>
      {image && <img src={image} alt={label} width={220} height={220} style={{ borderRadius: 12 }} />}
    </div>
  );
}

/** Null where the library cannot be loaded: the code in letters beside it does the same. */
async function drawQr(token: string): Promise<string | null> {
  try {
    const { toDataURL } = await import('qrcode');
    return await toDataURL(token, { errorCorrectionLevel: 'M', width: PIXELS, margin: QUIET_ZONE });
  } catch {
    return null;
  }
}
