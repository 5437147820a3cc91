import { drawingsToRead } from '@perktree/command-service/qr/design-drawings';
import { MODULE_SHAPES, PLAIN_DESIGN, type QrDesign } from '@perktree/contracts/qr/design';
import { expect, it } from 'vitest';
import { readDrawing } from './read-drawing.ts';

it.each(MODULE_SHAPES)(
  'refuses a logo that the code of one link bears, and that of another does not: %s',
  async (modules) => {
    const wanted: QrDesign = { ...PLAIN_DESIGN, modules, logo: { picture: '0'.repeat(64), percent: 42 } };
    const [one, worst] = drawingsToRead(wanted, 'https://perktree.example/scan/customer/-BqOh55tUSO--uA7-N-5--', null);
    if (one === undefined || worst === undefined) throw new Error('a design with a logo has two drawings');
    expect(await readDrawing(one)).toEqual([]);
    expect(await readDrawing(worst)).not.toEqual([]);
  },
);
