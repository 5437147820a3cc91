export interface OpenCamera {
  readonly stream: MediaStream;
  /** Empty if the browser does not report it. */
  readonly deviceId: string;
  /** Labels are known only after the user has allowed one camera. */
  readonly cameras: readonly CameraChoice[];
  readonly hasTorch: boolean;
}

interface CameraChoice {
  readonly deviceId: string;
  readonly label: string;
}

/** Missing from TypeScript's DOM types (Image Capture). */
interface TorchCapabilities extends MediaTrackCapabilities {
  readonly torch?: boolean;
}
interface TorchConstraint extends MediaTrackConstraintSet {
  torch: boolean;
}

/**
 * Shows a camera in a video element.
 * @param deviceId null for the rear-facing camera
 * @throws the browser's error; no stream stays open
 */
export async function openCamera(
  video: HTMLVideoElement,
  deviceId: string | null,
  signal: AbortSignal,
): Promise<OpenCamera> {
  const wanted = deviceId === null ? { facingMode: 'environment' } : { deviceId: { exact: deviceId } };
  const stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
  try {
    signal.throwIfAborted();
    video.srcObject = stream;
    await video.play();
    const track = stream.getVideoTracks()[0];
    const cameras = await listCameras();
    signal.throwIfAborted();
    return {
      stream,
      deviceId: track?.getSettings().deviceId ?? '',
      cameras,
      hasTorch: (track?.getCapabilities?.() as TorchCapabilities | undefined)?.torch === true,
    };
  } catch (error) {
    closeCamera(stream, video);
    throw error;
  }
}

export function closeCamera(stream: MediaStream, video: HTMLVideoElement): void {
  for (const track of stream.getTracks()) track.stop();
  // A newer attempt may already show its own stream.
  if (video.srcObject === stream) video.srcObject = null;
}

/** @throws if the camera refuses */
export async function switchTorch(stream: MediaStream, torch: boolean): Promise<void> {
  const constraint: TorchConstraint = { torch };
  await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [constraint] });
}

async function listCameras(): Promise<CameraChoice[]> {
  try {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '');
  } catch {
    // Without a list, the running camera is enough.
    return [];
  }
}
