import { makePicture } from '@perktree/identity/pictures/make-picture';
import type { PictureReport, PictureTask } from './messages.ts';

// The server has ended, and with it the decoder, which may hang.
process.on('disconnect', () => process.exit());

/** Re-encodes one uploaded picture and exits. */
process.once('message', async ({ bytes, type }: PictureTask) => {
  const report: PictureReport | null = await makePicture(Buffer.from(bytes), type).catch(() => null);
  process.send?.(report, () => process.disconnect());
});
