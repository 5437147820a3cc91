import type { SiteEvent } from '@perktree/contracts/catalogue/events';
import { MIN_CONTRAST } from '@perktree/contracts/kernel/contrast';
import { refuseEditedMeanwhile } from '@perktree/contracts/kernel/edits';
import { invalidField } from '@perktree/contracts/kernel/validation-issues';
import { contrastOf, type QrDesign } from '@perktree/contracts/qr/design';
import { ownSite, type SiteState } from './state.ts';

interface DesignQr {
  readonly tenantId: string | null;
  /** The root of a campaign of this site; null: the site itself. */
  readonly rootQrId: string | null;
  /** The caller has checked that decoders can read it. Null: no design. */
  readonly design: QrDesign | null;
  /** What the caller has read; undefined: replace whatever is there. */
  readonly seen?: { readonly design?: unknown } | undefined;
}

/** The same design appends nothing. @throws Refused SITE_NOT_FOUND, EDITED_MEANWHILE, VALIDATION_FAILED */
export function decideDesignQr(state: SiteState, { tenantId, rootQrId, design, seen }: DesignQr): readonly SiteEvent[] {
  const site = ownSite(state, tenantId);
  const before = site.qrDesigns.get(rootQrId ?? site.siteId) ?? null;
  refuseEditedMeanwhile({ design: before }, { design, seen });
  if (JSON.stringify(before) === JSON.stringify(design)) return [];
  if (design !== null) assertContrast(design);
  return [{ type: 'QrDesigned', data: { siteId: site.siteId, tenantId: site.tenantId, rootQrId, design } }];
}

/** Scanners look for dark modules on a light background. @throws Refused VALIDATION_FAILED */
export function assertContrast(design: QrDesign): void {
  const contrast = contrastOf(design);
  if (contrast < 1) throw invalidField('design.foreground', 'NOT_DARKER');
  if (contrast >= MIN_CONTRAST) return;
  // Rounded down, so that the shown contrast is below the minimum.
  const shown = Math.floor(contrast * 10) / 10;
  throw invalidField('design.foreground', 'CONTRAST_TOO_LOW', { contrast: shown, least: MIN_CONTRAST });
}
