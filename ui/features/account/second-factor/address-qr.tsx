import { useEffect, useState } from 'react';
import { type QrOutline, QUIET_ZONE, qrOutline } from '../../../lib/qr-matrix.ts';

/** Edge on the screen, CSS pixels. */
const EDGE = 220;

/** The address of a secret as a QR. Nothing where the library that computes it cannot be loaded: the text beside it does the same. */
export function AddressQr({ address, label }: { address: string; label: string }) {
  const [outline, setOutline] = useState<QrOutline | null>(null);
  useEffect(() => {
    let current = true;
    qrOutline(address).then(
      (drawn) => {
        if (current) setOutline(drawn);
      },
      () => {},
    );
    return () => {
      current = false;
    };
  }, [address]);
  if (outline === null) return null;
  const edge = outline.size + 2 * QUIET_ZONE;
  return (
    <svg
      role="img"
      aria-label={label}
      width={EDGE}
      height={EDGE}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${edge} ${edge}`}
      shapeRendering="crispEdges"
    >
      {/* White in the dark theme, too: what reads it expects so. */}
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={edge} height={edge} fill="#fff" />
      <path d={outline.path} fill="#000" />
    </svg>
  );
}
