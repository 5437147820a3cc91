import type { Call } from '@perktree/contracts/kernel/call';
import { formatDecimals as showNumber } from '@perktree/contracts/kernel/format-decimals';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../lib/api-error.ts';
import type { FieldIssues, FieldKinds, Values } from '../../../lib/forms/fields.ts';
import { type Form, type FormOptions, type FormParams, useForm } from '../../../lib/forms/use-form.ts';
import { useToast } from '../../../lib/toast.tsx';
import { missingCommission } from './qr-form.ts';
import { useRefreshQrs } from './use-qr-tree.ts';

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
  'onSuccess' | 'onError' | 'onInvalid'
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
  options: QrForms & {
    readonly fields: F;
    readonly check?: ((values: Values<F>) => FieldIssues<F>) | undefined;
  },
) {
  const { dialog, siteId, available } = options;
  const { t, i18n } = useTranslation('qr');
  const toast = useToast();
  const refresh = useRefreshQrs();
  const fail = (title: string, description: string) => toast({ title, description, variant: 'destructive' });
  const tooHigh = t('problem.commissionTooHighText', { available: showNumber(available ?? 0, i18n.language) });

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
    onSuccess: (answer: unknown) => {
      toast({ title: t(`success.${dialog}`), description: t(`success.${dialog}Text`) });
      void refresh(siteId);
      options.onSuccess(answer);
    },
    onError: (error: Error) => fail(t(`failure.${dialog}`), errorText(error)),
    onInvalid: ({ name, commissionPercent }: FieldIssues<FieldKinds>) => {
      if (name?.code === 'NAME_REQUIRED' && dialog !== 'create')
        fail(t('problem.nameRequired'), t(`problem.nameRequired_${dialog}`));
      else if (commissionPercent?.message === tooHigh) fail(t('problem.commissionTooHigh'), tooHigh);
    },
  };
}
