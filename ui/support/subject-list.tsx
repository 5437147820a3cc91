import { List, ListItem, ListItemButton, ListItemText } from '@mui/material';
import { isolated, joined } from '@perktree/contracts/kernel/isolated';
import { personName } from '@perktree/contracts/kernel/person-name';
import type { SupportFound } from '@perktree/contracts/support/calls';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatDateTime, formatMoney } from '../lib/format.ts';
import { subjectName } from './subject-name.ts';
import { foundPath } from './timeline-path.ts';

export function SubjectList({ subjects }: { subjects: readonly SupportFound[] }) {
  const { t, i18n } = useTranslation('support');
  const { language } = i18n;
  return (
    <List aria-label={t('search.found')} sx={{ mt: 1 }} disablePadding>
      {subjects.map((subject, n) => {
        const { kind, id, title, email, site, code, at, customer, amount, currency } = subject;
        const more = [
          ...[
            customer && personName(customer, language),
            amount && currency && formatMoney(amount, currency, language),
          ],
          ...[email, kind === 'site' ? null : site?.name, code, at && formatDateTime(at, language)],
        ];
        return (
          <ListItem key={`${kind} ${id}`} disablePadding divider={n < subjects.length - 1}>
            <ListItemButton component={Link} to={foundPath(subject)} sx={{ px: 1, borderRadius: 1 }}>
              <ListItemText
                primary={`${t(`kind.${kind}`)}: ${isolated(subjectName(kind, title, language))}`}
                secondary={joined(more)}
                slotProps={{ primary: { sx: { fontWeight: 600 } } }}
              />
            </ListItemButton>
          </ListItem>
        );
      })}
    </List>
  );
}
