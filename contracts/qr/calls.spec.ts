import { expect, it } from 'vitest';
import { createQrBody } from './calls.ts';

const QR = { name: 'New', type: 'DISCOUNT_PERCENT', discountPercent: 20 };
const TEXT = { type: 'TEXT_REWARD', discountPercent: null };

it.each([
  ['"Name required": blank', { name: ' \t\n' }, 'name'],
  ['"Name": no half of a character', { name: 'half \ud800' }, 'name'],
  ['"Root commission: 0 to 100": 100.01', { commissionPercent: '100.01' }, 'commissionPercent'],
  ['"Max redemptions: integer": "3"', { maxRedemptions: '3' }, 'maxRedemptions'],
  ['"Max redemptions: min 1": 0', { maxRedemptions: 0 }, 'maxRedemptions'],
  ['"External URL must be a URL": a word', { externalUrl: 'shop' }, 'externalUrl'],
  ['"External URL": http or https alone (domain 3)', { externalUrl: 'javascript:alert(1)' }, 'externalUrl'],
  ['"External URL": no control characters', { externalUrl: 'https://shop.example/\u0000' }, 'externalUrl'],
  ['"Only the field matching the chosen benefit type": a second one', { textReward: 'Tea' }, 'textReward'],
  ['"Only the field matching the chosen benefit type": none', { discountPercent: null }, 'discountPercent'],
  ['"type": an unknown one', { type: 'CASH' }, 'type'],
  ['"the text reward": a NUL', { ...TEXT, textReward: 'a\u0000' }, 'textReward'],
])('refuses a QR by %s', (_, fields, path) => {
  const issues = createQrBody.safeParse({ ...QR, ...fields }).error?.issues ?? [];
  expect(issues.map((issue) => issue.path.join('.'))).toContain(path);
});
