import { MAX_PICTURE_PIXELS } from '@perktree/contracts/brand/picture-calls';
import { invalidField } from '@perktree/contracts/kernel/validation-issues';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** @param size as a header gives it; null: it gives none. @throws Refused VALIDATION_FAILED */
export function checkSize(size: Size | null): void {
  if (size === null || size.width < 1 || size.height < 1) throw invalidField('picture', 'PICTURE_UNREADABLE');
  const { width, height } = size;
  if (width * height <= MAX_PICTURE_PIXELS) return;
  throw invalidField('picture', 'PICTURE_TOO_MANY_PIXELS', { width, height, max: MAX_PICTURE_PIXELS / 1024 / 1024 });
}
