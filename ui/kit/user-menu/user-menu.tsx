import { Avatar, IconButton } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../on-demand.tsx';
import { usePerson } from '../use-site.ts';
import type { MenuLink } from './open-menu.tsx';

const OpenMenu = onDemand(() => import('./open-menu.tsx'));

export function UserMenu({ links = [] }: { links?: readonly MenuLink[] }) {
  const { t } = useTranslation('common');
  const person = usePerson();
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (person === null) return null;
  return (
    <>
      <IconButton
        aria-label={t('userMenu.open')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        {...(anchor ? { 'aria-controls': id } : {})}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Avatar
          sx={{ width: '2.125rem', height: '2.125rem', bgcolor: 'primary.main', fontSize: '0.875rem', fontWeight: 600 }}
        >
          {person.initials}
        </Avatar>
      </IconButton>
      {anchor && <OpenMenu id={id} anchor={anchor} person={person} links={links} onClose={() => setAnchor(null)} />}
    </>
  );
}
