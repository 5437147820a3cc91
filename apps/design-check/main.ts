import type { DrawingToRead } from '@perktree/command-service/qr/design-readability';
import { readDrawing } from './read-drawing.ts';

// Exit with the parent: no other process would stop this one.
process.on('disconnect', () => process.exit(1));

process.once('message', (drawing: DrawingToRead) => {
  readDrawing(drawing).then(
    (unread) => process.send?.(unread, () => process.exit(0)),
    () => process.exit(1),
  );
});
