import { dataUrlOf, type Pictures } from '@perktree/contracts/brand/pictures';
import { streams } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { invalidField } from '@perktree/contracts/kernel/validation-issues';
import { designVersion, type QrDesign } from '@perktree/contracts/qr/design';
import { type QrDesignAnswer, qrDesignCalls } from '@perktree/contracts/qr/design-calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CommandServiceDeps } from '../deps.ts';
import { commandContext } from '../http/command-context.ts';
import { assertContrast, decideDesignQr } from '../site/decisions/qr-design.ts';
import { ownSite, type Site, siteFold } from '../site/decisions/state.ts';
import { assertPlanAllowsDesigns } from '../subscription/decisions/plan-limits.ts';
import { commissionTreeFold, findQr } from './decisions/state.ts';
import { createAssertReadable, drawingsToRead, type ReadDrawing } from './design-readability.ts';
import { loadSite, locateAsOwner } from './locate.ts';

/** As long as a real token, so that its code is as dense as a printed one. */
const SAMPLE_TOKEN = 'bq7xJm2VtK0sQe8RzW4uYg';

/** Routes for the design of QR codes. A design is saved only if decoders read it. */
export function mountQrDesignRoutes(
  app: FastifyInstance,
  deps: CommandServiceDeps & { readonly pictures: Pictures; readonly readDrawing: ReadDrawing },
): void {
  const { authenticate, handler, clock, pictures, publicUrl, quotas } = deps;
  const assertReadable = createAssertReadable(deps);

  mountCall(app, authenticate, qrDesignCalls.designQr, async ({ params, body, session, request }) => {
    const { place, site } = await locateAsOwner(deps, session, params);
    if (place.rootQrId !== place.qrId) throw new Refused('QR_NOT_A_ROOT');
    const tokenOf = async () => {
      const { state } = await handler.load(streams.commissionTree(place.rootQrId), commissionTreeFold);
      return findQr(state, place.qrId).qr.customerToken;
    };
    return execute({ site, rootQrId: place.rootQrId, ...body, tokenOf }, session, request);
  });

  mountCall(app, authenticate, qrDesignCalls.designSiteQrs, async ({ params, body, session, request }) => {
    const site = ownSite(await loadSite(deps, params.siteId), session.tenantId);
    const tokenOf = async () => SAMPLE_TOKEN;
    return execute({ site, rootQrId: null, ...body, tokenOf }, session, request);
  });

  interface Wanted {
    readonly site: Site;
    readonly rootQrId: string | null;
    readonly design: QrDesign | null;
    readonly seen?: { readonly design?: unknown } | undefined;
    /** The token in the code that decoders must read. */
    readonly tokenOf: () => Promise<string>;
  }

  async function execute(wanted: Wanted, session: Session, request: FastifyRequest) {
    const { site, rootQrId, design, seen } = wanted;
    if (design !== null) {
      assertPlanAllowsDesigns(await quotas.planOf(site.tenantId));
      assertContrast(design);
      await assertDrawingReadable(site.tenantId, design, wanted.tokenOf);
    }
    // After the check, which may take longer than a command may wait.
    const context = commandContext({ request, session, commandName: 'DesignQr', clock, role: 'site_owner' });
    const { state, position } = await handler.execute({
      stream: streams.site(site.siteId),
      fold: siteFold,
      decide: (current) => decideDesignQr(current, { tenantId: session.tenantId, rootQrId, design, seen }),
      context,
    });
    return { answer: answerOf(ownSite(state, session.tenantId), rootQrId), position };
  }

  /** @throws Refused VALIDATION_FAILED for a picture of another business, DESIGN_UNREADABLE */
  async function assertDrawingReadable(tenantId: string, design: QrDesign, tokenOf: Wanted['tokenOf']): Promise<void> {
    const picture = design.logo && (await pictures.pngOf(tenantId, design.logo.picture));
    if (design.logo !== null && picture === null) throw invalidField('design.logo.picture', 'NOT_YOUR_PICTURE');
    const text = new URL(`/scan/customer/${await tokenOf()}`, publicUrl).href;
    for (const drawing of drawingsToRead(design, text, picture && dataUrlOf(picture)))
      await assertReadable(drawing, tenantId);
  }
}

function answerOf({ qrDesigns, siteId }: Site, rootQrId: string | null): QrDesignAnswer {
  const own = rootQrId === null ? undefined : qrDesigns.get(rootQrId);
  const design = own ?? qrDesigns.get(siteId) ?? null;
  const from = own ? 'campaign' : design && 'site';
  return { design, from, version: design && designVersion(design) };
}
