import { calls } from '@perktree/contracts/catalogue/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import { formatDecimals as showNumber } from '@perktree/contracts/kernel/format-decimals';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../lib/api-error.ts';
import { useAuth } from '../../../lib/auth.tsx';
import type { FieldIssues, FieldKinds, Values } from '../../../lib/forms/fields.ts';
import { type Form, type FormOptions, type FormParams, useForm } from '../../../lib/forms/use-form.ts';
import { useToast } from '../../../lib/toast.tsx';
import { useApi } from '../../../lib/use-api.ts';
import { missingCommission } from './qr-form.ts';

/** Another user may have split meanwhile, so a dialog refetches each time it opens. */
const ALWAYS_FRESH = { gcTime: 0, staleTime: 0 } as const;

/** Dialogs show only the QR itself, without its descendants. */
const ALONE = { limit: '1' } as const;

/** The tree of a QR with its available commission, by the path of the active role. No request if `qrId` is null. */
export function useQrTree(siteId: string, qrId: string | null) {
  const asDistributor = useAuth().role === 'distributor';
  const id = qrId ?? '';
  const bySite = useApi(
    calls.qrTree,
    { params: { siteId, qrId: id }, query: ALONE },
    { ...ALWAYS_FRESH, enabled: qrId !== null && !asDistributor },
  );
  const own = useApi(
    calls.ownQrTree,
    { params: { qrId: id }, query: ALONE },
    { ...ALWAYS_FRESH, enabled: qrId !== null && asDistributor },
  );
  return asDistributor ? own : bySite;
}

/** Refetches lists and trees after a create, split or edit. */
export function useRefreshQrs(): (siteId: string) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (siteId) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: ['/api', 'sites', siteId, 'qrs'] }),
        client.invalidateQueries({ queryKey: ['/api', 'distributors', 'me', 'qrs'] }),
      ]);
    },
    [client],
  );
}

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
