import type { CallBody } from '@perktree/contracts/http/call';
import type { calls } from '@perktree/contracts/http/calls';
import type { QrAnswer } from '@perktree/contracts/http/qrs';

export type BenefitType = QrAnswer['type'];
export type QrBody = CallBody<typeof calls.createQr>;
export type EditBody = CallBody<typeof calls.editQr>;
export type SplitBody = CallBody<typeof calls.splitQr>;

/** The fields of the create, sibling and edit forms, as they are typed. */
export interface QrForm {
  readonly name: string;
  readonly internalName: string;
  readonly type: BenefitType;
  readonly discountPercent: string;
  readonly discountFixedAmount: string;
  readonly textReward: string;
  readonly commissionPercent: string;
  readonly maxRedemptions: string;
  readonly externalUrl: string;
}

/** Specification 5 and 9: the create form begins at 10.00, a root in a dialog too. */
export const DEFAULT_ROOT_COMMISSION = '10.00';
export const ROOT_MAXIMUM = 100;
export const LEAST_CHILD_COMMISSION = 0.1;
const DEFAULT_CHILD_COMMISSION = 1;

export const EMPTY_QR_FORM: QrForm = {
  name: '',
  internalName: '',
  type: 'DISCOUNT_PERCENT',
  discountPercent: '',
  discountFixedAmount: '',
  textReward: '',
  commissionPercent: DEFAULT_ROOT_COMMISSION,
  maxRedemptions: '',
  externalUrl: '',
};

export function formOfQr(qr: QrAnswer): QrForm {
  return {
    name: qr.name,
    internalName: qr.internalName ?? '',
    type: qr.type,
    discountPercent: qr.discountPercent?.toString() ?? '',
    discountFixedAmount: qr.discountFixedAmount?.toString() ?? '',
    textReward: qr.textReward ?? '',
    commissionPercent: qr.commissionPercent,
    maxRedemptions: qr.maxRedemptions?.toString() ?? '',
    externalUrl: qr.externalUrl ?? '',
  };
}

/** Commission of a new child: 1, or all that there is where it is less (specification 4). */
export function defaultChildCommission(available: number): string {
  return Math.max(0, Math.min(DEFAULT_CHILD_COMMISSION, available)).toFixed(2);
}

/** A number as people type it, comma or point; NaN where it is none. */
export function typedNumber(text: string): number {
  const trimmed = text.trim().replace(',', '.');
  return trimmed === '' ? Number.NaN : Number(trimmed);
}

/** The decimal string that the server takes: "2,5" → "2.50". What is no number goes as typed, and the server says so. */
export function commissionText(text: string): string {
  const value = typedNumber(text);
  return Number.isFinite(value) ? value.toFixed(2) : text.trim();
}

/** Sum of two percents without binary leftovers: 0.1 + 0.2 → 0.3. */
export function addPercents(a: number, b: number): number {
  return Math.round((a + b) * 100) / 100;
}

/** Only the field that matches the benefit type is sent (specification 5); the others are null. */
function benefitBody(form: QrForm) {
  const number = (text: string) => {
    const value = typedNumber(text);
    return Number.isNaN(value) ? null : value;
  };
  return {
    type: form.type,
    discountPercent: form.type === 'DISCOUNT_PERCENT' ? number(form.discountPercent) : null,
    discountFixedAmount: form.type === 'DISCOUNT_FIXED' ? number(form.discountFixedAmount) : null,
    textReward: form.type === 'TEXT_REWARD' ? form.textReward.trim() || null : null,
  };
}

function limitsBody(form: QrForm) {
  const max = typedNumber(form.maxRedemptions);
  return { maxRedemptions: Number.isNaN(max) ? null : max, externalUrl: form.externalUrl.trim() || null };
}

/** Body of create and sibling; a sibling carries the parent of the QR that it stands beside. */
export function createBody(form: QrForm, siteId: string, parentQrId?: string | null): QrBody {
  return {
    name: form.name.trim(),
    ...(form.internalName.trim() ? { internalName: form.internalName.trim() } : {}),
    ...benefitBody(form),
    siteId,
    ...(parentQrId ? { parentQrId } : {}),
    commissionPercent: commissionText(form.commissionPercent),
    ...limitsBody(form),
  };
}

export function editBody(form: QrForm): EditBody {
  return {
    name: form.name.trim(),
    ...benefitBody(form),
    commissionPercent: commissionText(form.commissionPercent),
    ...limitsBody(form),
  };
}

/** Distributors may change these two and nothing else of a QR (domain.md 7). */
export function editBodyOfDistributor(form: QrForm): EditBody {
  return { name: form.name.trim(), externalUrl: form.externalUrl.trim() || null };
}
