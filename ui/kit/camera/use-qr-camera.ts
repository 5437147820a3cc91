import { useEffect, useEffectEvent, useState } from 'react';
import { loadFrameDecoder, stretchContrast } from './decode-frame.ts';
import type { FrameDecoder } from './native-decoder.ts';

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
async function openCamera(video: HTMLVideoElement, deviceId: string | null, signal: AbortSignal): Promise<OpenCamera> {
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

function closeCamera(stream: MediaStream, video: HTMLVideoElement): void {
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

/** `stopped`: it ended while it was scanning. */
type CameraFailure = 'denied' | 'none' | 'inUse' | 'insecure' | 'stopped' | 'other';

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
function cameraFailureOf(error: unknown, isSecure: boolean): CameraFailure {
  if (!isSecure) return 'insecure';
  const name = typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';
  return FAILURES.get(name) ?? 'other';
}

/** Minimum time between two decodings, milliseconds. */
const FRAME_INTERVAL = 100;
/** Larger frames are scaled down to this width, pixels. */
const MAX_FRAME_WIDTH = 400;

/**
 * Grabs and decodes frames of a playing video.
 * @param isOn false ends it
 * @returns the first decoded text; null if it was ended
 */
async function scanFrames(video: HTMLVideoElement, decode: FrameDecoder, isOn: () => boolean): Promise<string | null> {
  const canvas = document.createElement('canvas');
  while (isOn()) {
    const started = performance.now();
    const text = drawFrame(video, canvas) ? await decode(canvas) : null;
    if (!isOn()) return null;
    if (text) return text;
    await pause(Math.max(0, FRAME_INTERVAL - (performance.now() - started)));
  }
  return null;
}

/** Draws the square in the middle, which CameraView shows: a code beside it must not be read. False while there is no picture. */
function drawFrame(video: HTMLVideoElement, canvas: HTMLCanvasElement): boolean {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) return false;
  const { videoWidth, videoHeight } = video;
  const side = Math.min(videoWidth, videoHeight);
  const width = Math.min(side, MAX_FRAME_WIDTH);
  canvas.width = width;
  canvas.height = width;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return false;
  context.drawImage(video, (videoWidth - side) / 2, (videoHeight - side) / 2, side, side, 0, 0, width, width);
  stretchContrast(context);
  return true;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

type CameraState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'scanning'; readonly camera: OpenCamera }
  | { readonly kind: 'noCamera'; readonly failure: CameraFailure }
  | { readonly kind: 'noDecoder' };

/**
 * Runs a camera (rear-facing unless another is chosen) in a video element and reports the first QR code. The camera
 * stops then, and when the element or component unmounts.
 */
export function useQrCamera(video: HTMLVideoElement | null, onDecoded: (text: string) => void) {
  const [state, setState] = useState<CameraState>({ kind: 'starting' });
  const [deviceId, setDeviceId] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const report = useEffectEvent(onDecoded);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt restarts the camera
  useEffect(() => {
    if (!video) return;
    const ended = new AbortController();
    const updateState = (next: CameraState) => {
      if (!ended.signal.aborted) setState(next);
    };
    updateState({ kind: 'starting' });
    void scanWithCamera(video, deviceId, ended.signal, updateState).then((text) => {
      if (text !== null && !ended.signal.aborted) report(text);
    });
    return () => ended.abort();
  }, [video, deviceId, attempt]);

  return {
    state,
    chooseCamera: setDeviceId,
    retry: () => {
      // The chosen camera may be the one that fails.
      setDeviceId(null);
      setAttempt((before) => before + 1);
    },
  };
}

async function scanWithCamera(
  video: HTMLVideoElement,
  deviceId: string | null,
  signal: AbortSignal,
  updateState: (state: CameraState) => void,
): Promise<string | null> {
  // Loads while the browser asks for camera permission.
  const loading = loadFrameDecoder().catch(() => null);
  let camera: OpenCamera;
  try {
    camera = await openCamera(video, deviceId, signal);
  } catch (error) {
    updateState({ kind: 'noCamera', failure: cameraFailureOf(error, window.isSecureContext) });
    return null;
  }
  // Stops immediately, without waiting for the frame that is being decoded.
  const close = () => closeCamera(camera.stream, video);
  signal.addEventListener('abort', close, { once: true });
  try {
    const decode = await loading;
    if (!decode) {
      updateState({ kind: 'noDecoder' });
      return null;
    }
    updateState({ kind: 'scanning', camera });
    const { stream } = camera;
    const text = await scanFrames(video, decode, () => !signal.aborted && stream.active);
    // Unplugged, or its permission was withdrawn: the video would show its last frame for ever.
    if (text === null) updateState({ kind: 'noCamera', failure: 'stopped' });
    return text;
  } catch {
    updateState({ kind: 'noDecoder' });
    return null;
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
}
