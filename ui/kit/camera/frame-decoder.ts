/** Reads a QR code in a frame. Null: none found. Rejects: the decoder does not work on this device. */
export type FrameDecoder = (frame: HTMLCanvasElement) => Promise<string | null>;
