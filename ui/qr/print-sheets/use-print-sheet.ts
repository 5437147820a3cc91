import { labelsPerPage, type PrintSheetBody, printSheetCall } from '@perktree/contracts/qr/print-sheet-calls';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getFile } from '../../lib/api.ts';
import { csvFormat } from '../../lib/csv-format.ts';
import { downloadBlob } from '../../lib/download.ts';
import { failureToast, useToast } from '../../lib/toast.tsx';

/** Downloads a print sheet. */
export function usePrintSheet() {
  const { t, i18n } = useTranslation('print-sheets');
  const toast = useToast();
  return useMutation({
    mutationFn: async (body: PrintSheetBody) => {
      const separator = csvFormat(i18n.language);
      const headers = { 'Accept-Language': i18n.language, Accept: `text/csv;separator=${separator}, */*` };
      const { file, name } = await getFile(printSheetCall.path, { headers, body });
      downloadBlob(file, name ?? `${t('title')}.${body.format}`);
    },
    onSuccess: (_, { ids, size, format }) => {
      const count = Math.ceil(ids.length / labelsPerPage(size));
      toast({ title: t('done'), ...(format !== 'csv' && { description: t('doneText', { count }) }) });
    },
    onError: failureToast(toast, t('failed')),
  });
}
