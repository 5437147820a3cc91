/**
 * Idempotency-Key of a row: sending a file again, after a lost answer or a reload, creates no duplicates.
 * @param attempt number of refusals so far. The server keeps a refusal with its key, so a retry needs another key.
 */
export function rowKey(file: string, siteId: string, row: number, attempt: number): string {
  const content = `${siteId}\n${file}`;
  return `bulk-${hash(content, 1)}${hash(content, 2)}-${row}-${attempt}`;
}

/**
 * 53 bits of cyrb53 (public domain), as hex. crypto.subtle exists in secure contexts only. A collision is harmless:
 * the server refuses a key that comes with another body.
 */
function hash(text: string, seed: number): string {
  let a = 0xdeadbeef ^ seed;
  let b = 0x41c6ce57 ^ seed;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2_654_435_761);
    b = Math.imul(b ^ unit, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & b) + (a >>> 0)).toString(16).padStart(14, '0');
}
