import { once } from 'node:events';
import { drawSheet, type SheetTask } from '@perktree/query-service/qr/print-sheets/draw-sheet';

// Exit with the parent: no other process would stop this one.
process.on('disconnect', () => process.exit(1));

/** Writes one print sheet to the standard output and exits. */
process.once('message', async (task: SheetTask) => {
  for await (const piece of drawSheet(task)) {
    if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
  }
  process.stdout.end(() => process.exit(0));
});
