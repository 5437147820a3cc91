import { useEffect, useRef, useState } from 'react';
import { loadFrameDecoder } from './decode-frame.ts';
import { scanFrames } from './scan-frames.ts';

export type CameraState = 'starting' | 'scanning' | 'noCamera' | 'noDecoder';

/**
 * Runs the rear-facing camera into a video element and reports the first QR that it sees. The camera stops at that, when
 * the element goes away, and when the component does.
 */
export function useQrCamera(video: HTMLVideoElement | null, onDecoded: (text: string) => void) {
  const [state, setState] = useState<CameraState>('starting');
  const [attempt, setAttempt] = useState(0);
  const report = useRef(onDecoded);
  report.current = onDecoded;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt starts the camera anew
  useEffect(() => {
    if (!video) return;
    const ended = new AbortController();
    setState('starting');
    void scanWithCamera(video, ended.signal, setState).then((text) => {
      if (text !== null && !ended.signal.aborted) report.current(text);
    });
    return () => ended.abort();
  }, [video, attempt]);

  return { state, retry: () => setAttempt((before) => before + 1) };
}

async function scanWithCamera(
  video: HTMLVideoElement,
  signal: AbortSignal,
  setState: (state: CameraState) => void,
): Promise<string | null> {
  const tell = (state: CameraState) => {
    if (!signal.aborted) setState(state);
  };
  // Fetched while the person answers the browser's question about the camera.
  const loading = loadFrameDecoder().catch(() => null);
  const stream = await openCamera(video, signal);
  if (!stream) {
    tell('noCamera');
    return null;
  }
  try {
    const decode = await loading;
    if (!decode) {
      tell('noDecoder');
      return null;
    }
    tell('scanning');
    return await scanFrames(video, decode, signal);
  } finally {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  }
}

/** Null where there is no camera, or it is not allowed, or the page is not served securely, or `signal` ended it. */
async function openCamera(video: HTMLVideoElement, signal: AbortSignal): Promise<MediaStream | null> {
  let stream: MediaStream | null = null;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false });
    if (signal.aborted) throw signal.reason;
    video.srcObject = stream;
    await video.play();
    return stream;
  } catch {
    for (const track of stream?.getTracks() ?? []) track.stop();
    return null;
  }
}
