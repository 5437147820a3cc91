import { useEffect, useRef, useState } from 'react';
import { type CameraFailure, cameraFailureOf } from './camera-failure.ts';
import { loadFrameDecoder } from './decode-frame.ts';
import { closeCamera, type OpenCamera, openCamera } from './open-camera.ts';
import { scanFrames } from './scan-frames.ts';

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
  const report = useRef(onDecoded);
  report.current = onDecoded;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt restarts the camera
  useEffect(() => {
    if (!video) return;
    const ended = new AbortController();
    const updateState = (next: CameraState) => {
      if (!ended.signal.aborted) setState(next);
    };
    updateState({ kind: 'starting' });
    void scanWithCamera(video, deviceId, ended.signal, updateState).then((text) => {
      if (text !== null && !ended.signal.aborted) report.current(text);
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
