/** Uploaded pictures, as other services see them. */
export interface Pictures {
  /** The PNG of a picture that a business has uploaded; null: it has none of this hash. */
  pngOf(tenantId: string, hash: string): Promise<Buffer | null>;
}

/** A PNG as an address that an SVG can hold. */
export const dataUrlOf = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;
