/** PNG of a distributor link: error correction M, 400 px, margin 1. */
export async function drawDistributorQr(url: string): Promise<string> {
  const { toDataURL } = await import('qrcode');
  return toDataURL(url, { errorCorrectionLevel: 'M', width: 400, margin: 1 });
}
