/** A running camera. */
export interface OpenCamera {
  readonly stream: MediaStream;
  /** Of the camera that runs; empty where the browser does not say. */
  readonly deviceId: string;
  /** All cameras of the device. Their labels are known only once one of them is allowed. */
  readonly cameras: readonly CameraChoice[];
  readonly hasTorch: boolean;
}

export interface CameraChoice {
  readonly deviceId: string;
  readonly label: string;
}

/** Not in TypeScript's DOM types yet (Image Capture). */
interface TorchCapabilities extends MediaTrackCapabilities {
  readonly torch?: boolean;
}
interface TorchConstraint extends MediaTrackConstraintSet {
  torch: boolean;
}

/**
 * Shows a camera in a video element.
 * @param deviceId the camera to open; null for the rear-facing one
 * @throws what the browser threw; nothing stays open then
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
  // Another attempt may already show its own stream there.
  if (video.srcObject === stream) video.srcObject = null;
}

/** @throws where the light does not obey */
export async function switchTorch(stream: MediaStream, torch: boolean): Promise<void> {
  const constraint: TorchConstraint = { torch };
  await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [constraint] });
}

async function listCameras(): Promise<CameraChoice[]> {
  try {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '');
  } catch {
    // The one that runs is enough.
    return [];
  }
}
