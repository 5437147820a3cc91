import { once } from 'node:events';
import { drawSheet, type SheetTask } from '@perktree/query-service/qr/print-sheets/draw-sheet';
import { lowerPriority, runTask } from '../parts/child-process.ts';

lowerPriority();

/** Writes one print sheet to the standard output. */
runTask<SheetTask>(async (task) => {
  for await (const piece of drawSheet(task)) {
    if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
  }
  await new Promise<void>((written) => process.stdout.end(written));
});
