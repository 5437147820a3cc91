/** Reads a QR in a frame. Null where there is none that it can read; rejects where it does not work on this device. */
export type FrameDecoder = (frame: HTMLCanvasElement) => Promise<string | null>;
