import type { DrawingToRead, UnreadCase } from '@perktree/command-service/qr/design-readability';
import { runTask } from '../parts/child-process.ts';
import { readDrawing } from './read-drawing.ts';

runTask<DrawingToRead, readonly UnreadCase[]>(async (drawing, report) => report(await readDrawing(drawing)));
