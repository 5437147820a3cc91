import { PassThrough } from 'node:stream';
import type { ReadDrawing, UnreadCase } from '@perktree/command-service/qr/design-readability';
import type { RefusalCode } from '@perktree/contracts/kernel/refusals';
import type { DecodePicture, MadePicture } from '@perktree/identity/pictures/picture-maker';
import type { MakeFile } from '@perktree/platform/files/file-maker';
import type { DrawSheet } from '@perktree/query-service/qr/print-sheets/draw-sheet';
import type { FileReport, FileTask } from '../file-process/make-file.ts';
import { ChildEnded, startChild } from './child-process.ts';

/** Makes the file of a long call, with the settings of this process. @param heapMb above it, the file fails */
export function fileInChild(task: Omit<FileTask, 'file'>, heapMb: number): MakeFile {
  return async (file, { signal, onProgress }) => {
    let failure: RefusalCode | null | undefined;
    const onReport = (report: FileReport) => {
      if ('progress' in report) onProgress(report.progress);
      else failure = report.failure;
    };
    const whole: FileTask = { ...task, file };
    await startChild('file-process', whole, { heapMb, signal, env: process.env, onReport }).ended;
    if (failure === undefined) throw new Error('the process of a file reported no end');
    return { failure };
  };
}

/** Decodes an uploaded picture, which may crash or hang the decoder. Pixels are outside of the heap. */
export const pictureInChild: DecodePicture = async (bytes, type, signal) => {
  let picture: MadePicture | null = null;
  const onReport = (report: MadePicture | null) => {
    picture = report && { ...report, content: Buffer.from(report.content) };
  };
  const options = { heapMb: 64, timeoutMs: 10_000, signal, onReport };
  try {
    await startChild('picture-process', { bytes, type }, options).ended;
  } catch (error) {
    const isKilled = error instanceof ChildEnded && typeof error.by === 'string';
    if (!isKilled && !signal.aborted) throw error;
  }
  return picture;
};

/** Reads a drawn code, which takes 1 s of processor time, more on a busy machine. */
export const drawingInChild: ReadDrawing = async (drawing) => {
  let unread: readonly UnreadCase[] | undefined;
  const onReport = (report: readonly UnreadCase[]) => {
    unread = report;
  };
  await startChild('design-check', drawing, { heapMb: 128, timeoutMs: 20_000, onReport }).ended;
  if (unread === undefined) throw new Error('the check of a design reported nothing');
  return unread;
};

/** Draws a print sheet: 504 codes of dots take 10 s of processor time, 5,000 take 100 s. The file fails if the drawing does. */
export const sheetInChild: DrawSheet = (task) => {
  const gone = new AbortController();
  const sheet = new PassThrough();
  const { output, ended } = startChild('sheet-process', task, { heapMb: 256, timeoutMs: 600_000, signal: gone.signal });
  output.pipe(sheet, { end: false });
  ended.then(
    () => sheet.end(),
    (error: Error) => sheet.destroy(error),
  );
  // The client may have gone.
  sheet.once('close', () => gone.abort());
  return sheet;
};
