import { List, ListItem, ListItemButton, ListItemText } from '@mui/material';
import type { SupportSubject } from '@perktree/contracts/http/support';
import { isolated, joined } from '@perktree/contracts/isolated';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../../lib/format.ts';
import { subjectName } from './subject-name.ts';
import { timelinePath } from './timeline-path.ts';

export function SubjectList({ subjects }: { subjects: readonly SupportSubject[] }) {
  const { t, i18n } = useTranslation('support');
  return (
    <List aria-label={t('search.found')} sx={{ mt: 1 }} disablePadding>
      {subjects.map((subject, n) => {
        const { kind, id, title, email, site, code, at } = subject;
        const more = [email, site?.name, code, at && formatDateTime(at, i18n.language)];
        return (
          <ListItem key={`${kind} ${id}`} disablePadding divider={n < subjects.length - 1}>
            <ListItemButton component={Link} to={timelinePath(kind, id)} sx={{ px: 1, borderRadius: 1 }}>
              <ListItemText
                primary={`${t(`kind.${kind}`)}: ${isolated(subjectName(kind, title, i18n.language))}`}
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
