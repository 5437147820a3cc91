import { Alert } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { PLANS } from '@perktree/contracts/subscription/plans';
import { LinkButton } from '../../kit/page.tsx';
import { useAuth } from '../../lib/auth.tsx';
import { useApi } from '../../lib/use-api.ts';
import { useLocale } from '../../lib/use-locale.ts';

/**
 * What the plan does not allow, before a person types what the server would refuse. An owner gets the way to another plan, and others
 * read whom to ask.
 */
export function PlanLimit({ text }: { text: string }) {
  const { t } = useLocale('plan-limit');
  const mayUpgrade = useAuth().role === 'site_owner';
  return (
    <Alert
      severity="info"
      {...(mayUpgrade && {
        action: (
          <LinkButton to="/subscription" variant="text" color="inherit" sx={{ whiteSpace: 'nowrap' }}>
            {t('plans')}
          </LinkButton>
        ),
      })}
    >
      {mayUpgrade ? text : `${text} ${t('ask')}`}
    </Alert>
  );
}

/** Shown to owners whose plan is used up. The server decides: the plan may change meanwhile. */
export function QuotaLimit({ quota }: { quota: 'sites' | 'activeQrs' }) {
  const { t, format } = useLocale('plan-limit');
  const isOwner = useAuth().role === 'site_owner';
  const { data } = useApi(calls.plan, {}, { enabled: isOwner });
  const max = data?.limits[quota] ?? null;
  if (!isOwner || data === undefined || max === null || data.used[quota] < max) return null;
  const used = format.number(data.used[quota]);
  return <PlanLimit text={t(quota, { plan: PLANS[data.id].name, used, count: max })} />;
}

/** Shown to distributors where the plan of the site's owner has no room for a QR that they add. */
export function OwnerPlanLimit({ qrId, adds }: { qrId: string; adds: 'split' | 'sibling' }) {
  const { t } = useLocale('plan-limit');
  const isDistributor = useAuth().role === 'distributor';
  const { data } = useApi(
    calls.ownSiteConfig,
    { params: { qrId } },
    // The room changes with each QR.
    { enabled: isDistributor, refetchOnMount: 'always' },
  );
  if (!isDistributor || data === undefined) return null;
  const { allowsSplit, hasRoomInTree, hasRoomForTopLevel } = data.plan;
  if (adds === 'split' && !allowsSplit) return <PlanLimit text={t('splitOfBusiness')} />;
  // Distributors add siblings to their roots only.
  const text = adds === 'sibling' ? !hasRoomForTopLevel && 'qrsOfBusiness' : !hasRoomInTree && 'treeOfBusiness';
  return text && <PlanLimit text={t(text)} />;
}

/** Shown to owners whose plan does not have something, independent of how much is used. */
export function FeatureLimit({ feature, depth = 0 }: { feature: 'staffCodes' | 'splitDepth'; depth?: number }) {
  const { t } = useLocale('plan-limit');
  const { role, user } = useAuth();
  const { name, limits } = PLANS[user?.subscriptionPlan ?? 'free'];
  const has = feature === 'staffCodes' ? limits.staffCodes : limits.splitDepth === null || depth <= limits.splitDepth;
  if (role !== 'site_owner' || has) return null;
  return <PlanLimit text={t(feature, { plan: name, count: limits.splitDepth ?? 0 })} />;
}
