import { Avatar, Button, List, ListItem, ListItemAvatar, ListItemText } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Panel } from '../kit/panel.tsx';

export function GettingStarted() {
  const { t } = useTranslation('dashboard');
  return (
    <Panel
      title={t('start.title')}
      subtitle={t('start.subtitle')}
      action={
        <Button component={Link} to="/sites?create=1" variant="contained">
          {t('action.createSite')}
        </Button>
      }
    >
      <List disablePadding component="ol">
        {([1, 2, 3] as const).map((step) => (
          <ListItem key={step} disableGutters alignItems="flex-start">
            <ListItemAvatar>
              <Avatar
                aria-hidden="true"
                sx={{
                  bgcolor: 'primary.light',
                  color: 'primary.dark',
                  fontWeight: 700,
                  width: '2.25rem',
                  height: '2.25rem',
                }}
              >
                {step}
              </Avatar>
            </ListItemAvatar>
            <ListItemText
              primary={t(`start.step${step}`)}
              secondary={t(`start.step${step}Text`)}
              slotProps={{ primary: { sx: { fontWeight: 600 } } }}
            />
          </ListItem>
        ))}
      </List>
    </Panel>
  );
}
