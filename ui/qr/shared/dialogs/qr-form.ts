import type { calls } from '@perktree/contracts/catalogue/calls';
import type { CallBody } from '@perktree/contracts/kernel/call';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import type { BENEFIT_FIELDS } from '@perktree/contracts/qr/benefit';
import type { FieldIssue, FieldIssues, FieldKinds, Typed, Values } from '../../../lib/forms/fields.ts';

export type BenefitType = QrAnswer['type'];
type QrBody = CallBody<typeof calls.createQr>;
type EditBody = CallBody<typeof calls.editQr>;

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
  renewalPolicy: 'choice',
} as const;
export type QrFormFields = typeof QR_FIELDS;
export type QrForm = Typed<QrFormFields>;
type QrValues = Values<QrFormFields>;

const DEFAULT_ROOT_COMMISSION = '10.00';
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
  // A printed code would stop working unseen.
  renewalPolicy: 'auto_reissue_on_expire',
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
    renewalPolicy: qr.renewalPolicy,
  };
}

/** Default commission of a new child in percent: 1, or what is left if that is less. */
export function defaultChildCommission(available: number): string {
  return Math.max(0, Math.min(DEFAULT_CHILD_COMMISSION, available)).toFixed(2);
}

/**
 * Default commission of a new root. For a distributor it cannot exceed the commission of the QR whose offer it uses.
 */
export function defaultRootCommission(beside: string, isDistributor: boolean): string {
  return isDistributor && Number(beside) < Number(DEFAULT_ROOT_COMMISSION) ? beside : DEFAULT_ROOT_COMMISSION;
}

/** Adds two percentages without binary rounding errors: 0.1 + 0.2 → 0.3. */
export function addPercents(a: number, b: number): number {
  return Math.round((a + b) * 100) / 100;
}

const FIELD_OF_TYPE: typeof BENEFIT_FIELDS = {
  DISCOUNT_PERCENT: 'discountPercent',
  DISCOUNT_FIXED: 'discountFixedAmount',
  TEXT_REWARD: 'textReward',
};
const valueField = (values: QrValues) => FIELD_OF_TYPE[values.type as BenefitType];

/** Sends only the field that matches the benefit type. */
function benefitBody(values: QrValues) {
  const field = valueField(values);
  return { type: values.type as BenefitType, [field]: values[field] };
}

/** Body of create and sibling. A sibling has the parent of the QR it was created from. */
export function createBody(values: QrValues, siteId: string, parentQrId?: string | null): QrBody {
  const { name, internalName, commissionPercent, maxRedemptions, externalUrl, renewalPolicy } = values;
  return {
    name,
    ...(internalName ? { internalName } : {}),
    ...benefitBody(values),
    siteId,
    ...(parentQrId ? { parentQrId } : {}),
    commissionPercent,
    maxRedemptions,
    externalUrl,
    renewalPolicy: renewalPolicy as QrAnswer['renewalPolicy'],
  };
}

export function qrEditBody(values: QrValues): EditBody {
  const { name, internalName, commissionPercent, maxRedemptions, externalUrl } = values;
  const renewalPolicy = values.renewalPolicy as QrAnswer['renewalPolicy'];
  return { name, internalName, ...benefitBody(values), commissionPercent, maxRedemptions, externalUrl, renewalPolicy };
}

/** The edit call keeps a benefit value that is left out, so an empty field must be reported instead. */
export function missingBenefit(values: QrValues): FieldIssues<QrFormFields> {
  const field = valueField(values);
  return values[field] === undefined || values[field] === '' ? { [field]: { code: 'REQUIRED' } } : {};
}

/**
 * A commission that is left out is kept by the edit call, and chosen by the server for a new root QR, so an empty field must be
 * reported instead.
 */
export function missingCommission(
  fields: FieldKinds,
  values: { readonly commissionPercent?: unknown },
): { readonly commissionPercent?: FieldIssue } {
  const isMissing = 'commissionPercent' in fields && values.commissionPercent === undefined;
  return isMissing ? { commissionPercent: { code: 'REQUIRED' } } : {};
}
