/** Why there is no live picture, as far as a person can do something about it. */
export type CameraFailure = 'denied' | 'none' | 'inUse' | 'insecure' | 'other';

/** The names of the exceptions of getUserMedia and play (Media Capture and Streams, 10.2.3), by what they mean here. */
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

/**
 * @param error what opening the camera threw
 * @param isSecure whether the page is a secure context; browsers give a camera to no other
 */
export function cameraFailureOf(error: unknown, isSecure: boolean): CameraFailure {
  if (!isSecure) return 'insecure';
  const name = typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';
  return FAILURES.get(name) ?? 'other';
}
