import { calls } from '@perktree/contracts/catalogue/calls';
import type { Call, CallBody } from '@perktree/contracts/kernel/call';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import type { BENEFIT_FIELDS } from '@perktree/contracts/qr/benefit';
import { useAuth } from '../../../lib/auth.tsx';
import { type FieldIssue, type FieldIssues, type FieldKinds, typedOf, type Values } from '../../../lib/forms/fields.ts';
import { type Form, type FormOptions, type FormParams, useForm } from '../../../lib/forms/use-form.ts';
import { useToast } from '../../../lib/toast.tsx';
import { useApi } from '../../../lib/use-api.ts';
import { useLocale } from '../../../lib/use-locale.ts';

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
type QrValues = Values<QrFormFields>;

const DEFAULT_ROOT_COMMISSION = '10.00';
export const ROOT_MAXIMUM = 100;
export const MIN_CHILD_COMMISSION = 0.1;
const DEFAULT_CHILD_COMMISSION = 1;

export const EMPTY_QR_FORM = typedOf(QR_FIELDS, {
  type: 'DISCOUNT_PERCENT',
  commissionPercent: DEFAULT_ROOT_COMMISSION,
  // A printed code would stop working unseen.
  renewalPolicy: 'auto_reissue_on_expire',
});

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

export const FIELD_OF_TYPE: typeof BENEFIT_FIELDS = {
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

export function qrEditBody(values: QrValues): EditBody {
  const { name, internalName, commissionPercent, maxRedemptions, externalUrl } = values;
  const renewalPolicy = values.renewalPolicy as QrAnswer['renewalPolicy'];
  return { name, internalName, ...benefitBody(values), commissionPercent, maxRedemptions, externalUrl, renewalPolicy };
}

/** Body of create and sibling. A sibling has the parent of the QR it was created from. */
export function createBody(values: QrValues, siteId: string, parentQrId?: string | null): QrBody {
  const { internalName, ...body } = { ...qrEditBody(values), siteId };
  return { ...body, ...(internalName && { internalName }), ...(parentQrId && { parentQrId }) } as QrBody;
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
function missingCommission(
  fields: FieldKinds,
  values: { readonly commissionPercent?: unknown },
): { readonly commissionPercent?: FieldIssue } {
  const isMissing = 'commissionPercent' in fields && values.commissionPercent === undefined;
  return isMissing ? { commissionPercent: { code: 'REQUIRED' } } : {};
}

/** Another user may have split meanwhile, so a dialog refetches each time it opens. */
const ALWAYS_FRESH = { gcTime: 0, staleTime: 0 } as const;

/** Dialogs show only the QR itself, without its descendants. */
const ALONE = { limit: '1' } as const;

/** The tree of a QR with its available commission, by the path of the active role. No request if `qrId` is null. */
export function useQrTree(siteId: string, qrId: string | null) {
  const asDistributor = useAuth().role === 'distributor';
  return useApi(
    asDistributor ? calls.ownQrTree : calls.qrTree,
    { params: { siteId, qrId: qrId ?? '' }, query: ALONE },
    { ...ALWAYS_FRESH, enabled: qrId !== null },
  );
}

/** The keys of the lists and trees that a create, split or edit changes. */
export const qrReads = (siteId: string) => [
  ['/api', 'sites', siteId, 'qrs'],
  ['/api', 'distributors', 'me', 'qrs'],
];

interface QrForms {
  readonly dialog: 'split' | 'sibling' | 'edit' | 'create';
  readonly siteId: string;
  /** Maximum of `commissionPercent`; null if only the call's rules bound it. */
  readonly available: number | null;
  /** @param answer of the call */
  readonly onSuccess: (answer: unknown) => void;
}

type QrFormOptions<F extends FieldKinds, C extends Call> = Omit<
  FormOptions<F, C>,
  'done' | 'failed' | 'changes' | 'onSuccess' | 'onError' | 'onInvalid'
> &
  QrForms;

/** A QR form with its toasts and the refresh of the lists. */
export function useQrForm<const F extends FieldKinds, C extends Call>(
  options: QrFormOptions<F, C> & FormParams<C>,
): Form<F> {
  return useForm({ ...options, ...useQrOutcome(options) });
}

/** The rules that all QR forms share, and what follows when one is sent. */
export function useQrOutcome<F extends FieldKinds>(
  options: QrForms & { readonly fields: F; readonly check?: ((values: Values<F>) => FieldIssues<F>) | undefined },
) {
  const { dialog, siteId, available } = options;
  const { t, format } = useLocale('qr');
  const toast = useToast();
  const fail = (title: string, description: string) => toast({ title, description, variant: 'destructive' });
  const tooHigh = t('problem.commissionTooHighText', { available: format.decimals(available ?? 0) });

  /** A sibling without one gets a default: below a parent, the site's. */
  const hasDefault = dialog === 'sibling';

  function check(values: Values<F>): FieldIssues<F> {
    const isTooHigh = available !== null && Number(values.commissionPercent) > available;
    return {
      ...options.check?.(values),
      ...(hasDefault ? {} : missingCommission(options.fields, values)),
      ...(isTooHigh ? { commissionPercent: { message: tooHigh } } : {}),
    };
  }
  return {
    check,
    done: () => ({ title: t(`success.${dialog}`), description: t(`success.${dialog}Text`) }),
    failed: t(`failure.${dialog}`),
    changes: qrReads(siteId),
    onSuccess: options.onSuccess,
    onInvalid: ({ name, commissionPercent }: FieldIssues<FieldKinds>) => {
      if (name?.code === 'NAME_REQUIRED' && dialog !== 'create')
        fail(t('problem.nameRequired'), t(`problem.nameRequired_${dialog}`));
      else if (commissionPercent?.message === tooHigh) fail(t('problem.commissionTooHigh'), tooHigh);
    },
  };
}
