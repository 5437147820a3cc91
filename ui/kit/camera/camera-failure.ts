/** `stopped`: it ended while it was scanning. */
export type CameraFailure = 'denied' | 'none' | 'inUse' | 'insecure' | 'stopped' | 'other';

/** Exception names of getUserMedia and play (Media Capture and Streams, 10.2.3) by cause. */
const FAILURES = new Map<string, CameraFailure>(
  Object.entries({
    NotAllowedError: 'denied',
    PermissionDeniedError: 'denied',
    SecurityError: 'denied',
    NotFoundError: 'none',
    DevicesNotFoundError: 'none',
    OverconstrainedError: 'none',
    NotReadableError: 'inUse',
    TrackStartError: 'inUse',
    AbortError: 'inUse',
  } as const),
);

/** @param isSecure whether the page is a secure context; browsers open cameras only there */
export function cameraFailureOf(error: unknown, isSecure: boolean): CameraFailure {
  if (!isSecure) return 'insecure';
  const name = typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';
  return FAILURES.get(name) ?? 'other';
}
