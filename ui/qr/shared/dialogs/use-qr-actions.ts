import { calls } from '@perktree/contracts/catalogue/calls';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import type { QrCodeAnswer } from '@perktree/contracts/qr/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useCopy } from '../../../lib/clipboard.ts';
import { downloadUrl } from '../../../lib/download.ts';
import { useToast } from '../../../lib/toast.tsx';
import { queryKeyOf } from '../../../lib/use-api.ts';
import { useLocale } from '../../../lib/use-locale.ts';

/** "Summer 20%!" → "QR-Summer-20--.png". The display dialog adds "-customer" or "-distributor". */
export function qrFileName(qrName: string, suffix: '' | '-customer' | '-distributor' = ''): string {
  return `QR-${qrName.replace(/[^a-zA-Z0-9]/g, '-')}${suffix}.png`;
}

/** PNG of a distributor link: error correction M, 400 px, margin 1. */
export async function drawDistributorQr(url: string): Promise<string> {
  const { toDataURL } = await import('qrcode');
  return toDataURL(url, { errorCorrectionLevel: 'M', width: 400, margin: 1 });
}

type Named = Pick<QrAnswer, 'id' | 'siteId' | 'name'>;

/** Menu actions of a QR that need no dialog. Each shows its result as a toast. */
export function useQrActions() {
  const { t, format } = useLocale('qr');
  const client = useQueryClient();
  const toast = useToast();
  const copy = useCopy();

  const fetchCode = (qr: Named) =>
    client.fetchQuery<QrCodeAnswer>({
      queryKey: queryKeyOf(calls.qrCode, { params: { siteId: qr.siteId, qrId: qr.id } }),
    });

  const imageOf = async (qr: Named) => (await fetchCode(qr)).qrCodeImage;
  const linkOf = async (qr: Named) => (await fetchCode(qr)).qrUrl;

  const copyLink = (url: Promise<string> | string) =>
    copy(
      url,
      { title: t('action.urlCopied'), description: t('action.urlCopiedText') },
      { title: t('action.copyFailed'), description: t('action.copyFailedText') },
    );

  const saveImage = async (image: Promise<string> | string, fileName: string) => {
    try {
      downloadUrl(await image, fileName);
      toast({ title: t('action.downloadStarted'), description: fileName });
    } catch {
      toast({ title: t('action.downloadFailed'), description: t('action.downloadFailedText'), variant: 'destructive' });
    }
  };

  /** Sends a link by an application of the device, or copies it where the device offers no such application. */
  async function shareLink(title: string, url: Promise<string> | string): Promise<void> {
    if (navigator.share === undefined) return void copyLink(url);
    try {
      await navigator.share({ title, url: await url });
    } catch (error) {
      // The person has closed the choice of applications.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      // Safari forgets the tap while the link loads.
      copyLink(url);
    }
  }

  return {
    copyLink,
    saveImage,
    shareLink,
    share: (qr: Named) => shareLink(qr.name, linkOf(qr)),
    copyUrl: (qr: Named) => copyLink(linkOf(qr)),
    download: (qr: Named) => saveImage(imageOf(qr), qrFileName(qr.name)),
    showStats: (qr: Pick<QrAnswer, 'totalScans' | 'totalRedemptions' | 'commissionPercent'>) =>
      toast({
        title: t('action.statistics'),
        description: t('action.statisticsText', {
          scans: t('action.statisticsScans', { count: qr.totalScans }),
          redemptions: t('action.statisticsRedemptions', { count: qr.totalRedemptions }),
          commission: format.percent(qr.commissionPercent),
        }),
      }),
  };
}
