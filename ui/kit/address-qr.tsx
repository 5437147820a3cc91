import { useQuery } from '@tanstack/react-query';
import { QUIET_ZONE, qrOutline } from '../lib/qr-matrix.ts';

/** Edge in CSS pixels. */
const EDGE = 220;

export function AddressQr({ address, label }: { address: string; label: string }) {
  const { data: outline } = useQuery({
    queryKey: ['address-qr', address],
    queryFn: () => qrOutline(address),
    // Addresses may contain secrets.
    gcTime: 0,
  });
  if (outline === undefined) return null;
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
      {/* White in the dark theme, too: scanners expect it. */}
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={edge} height={edge} fill="#fff" />
      <path d={outline.path} fill="#000" />
    </svg>
  );
}
