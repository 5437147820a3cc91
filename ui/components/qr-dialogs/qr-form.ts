import type { BENEFIT_FIELDS } from '@perktree/contracts/benefit';
import type { CallBody } from '@perktree/contracts/http/call';
import type { calls } from '@perktree/contracts/http/calls';
import type { QrAnswer } from '@perktree/contracts/http/qrs';
import type { FieldIssues, Typed, Values } from '../../lib/forms/fields.ts';

export type BenefitType = QrAnswer['type'];
type QrBody = CallBody<typeof calls.createQr>;
type EditBody = CallBody<typeof calls.editQr>;

/** The fields of the create, sibling and edit forms. */
export const QR_FIELDS = {
  name: 'text',
  internalName: 'optionalText',
  type: 'choice',
  discountPercent: 'number',
  discountFixedAmount: 'number',
  textReward: 'text',
  commissionPercent: 'decimal',
  maxRedemptions: 'limit',
  externalUrl: 'optionalText',
} as const;
export type QrFields = typeof QR_FIELDS;
export type QrForm = Typed<QrFields>;
type QrValues = Values<QrFields>;

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

/** Commission of a new root beside another. A distributor's may not exceed that of the offer it passes on (domain.md 7). */
export function defaultRootCommission(beside: string, isDistributor: boolean): string {
  return isDistributor && Number(beside) < Number(DEFAULT_ROOT_COMMISSION) ? beside : DEFAULT_ROOT_COMMISSION;
}

/** Sum of two percents without binary leftovers: 0.1 + 0.2 → 0.3. */
export function addPercents(a: number, b: number): number {
  return Math.round((a + b) * 100) / 100;
}

const FIELD_OF_TYPE: typeof BENEFIT_FIELDS = {
  DISCOUNT_PERCENT: 'discountPercent',
  DISCOUNT_FIXED: 'discountFixedAmount',
  TEXT_REWARD: 'textReward',
};
const valueField = (values: QrValues) => FIELD_OF_TYPE[values.type as BenefitType];

/** Only the field that matches the benefit type is sent (specification 5). */
function benefitBody(values: QrValues) {
  const field = valueField(values);
  return { type: values.type as BenefitType, [field]: values[field] };
}

/** Body of create and sibling; a sibling carries the parent of the QR that it stands beside. */
export function createBody(values: QrValues, siteId: string, parentQrId?: string | null): QrBody {
  const { name, internalName, commissionPercent, maxRedemptions, externalUrl } = values;
  return {
    name,
    ...(internalName ? { internalName } : {}),
    ...benefitBody(values),
    siteId,
    ...(parentQrId ? { parentQrId } : {}),
    ...{ commissionPercent, maxRedemptions, externalUrl },
  };
}

export function editBody(values: QrValues): EditBody {
  const { name, commissionPercent, maxRedemptions, externalUrl } = values;
  return { name, ...benefitBody(values), commissionPercent, maxRedemptions, externalUrl };
}

/** An edit may leave out the value of a benefit, and then it stays. A form that shows it empty must not do that. */
export function missingBenefit(values: QrValues): FieldIssues<QrFields> {
  const field = valueField(values);
  return values[field] === undefined || values[field] === '' ? { [field]: { code: 'REQUIRED' } } : {};
}
