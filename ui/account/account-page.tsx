import { Stack } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { LanguageChoice } from '../kit/language-choice.tsx';
import { PageHeader } from '../kit/page-header.tsx';
import { Panel } from '../kit/panel.tsx';
import { ThemeSwitch } from '../kit/theme-switch.tsx';
import { ChangePassword } from './change-password.tsx';
import { CsvChoice } from './csv-choice.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { DownloadData } from './download-data.tsx';
import { OtherSessions } from './other-sessions.tsx';
import { Profile } from './profile.tsx';
import { Roles } from './roles.tsx';
import { SecondFactor } from './second-factor/second-factor.tsx';
import { UnverifiedEmail } from './unverified-email.tsx';
import { WeeklyDigest } from './weekly-digest.tsx';

export default function AccountPage() {
  const { t } = useTranslation('account');
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <Stack spacing={{ xs: 2, sm: 3 }} sx={{ maxWidth: 760 }}>
        <UnverifiedEmail />
        <Profile />
        <Roles />
        <Panel title={t('language.title')} subtitle={t('language.text')}>
          <LanguageChoice />
        </Panel>
        <Panel title={t('theme.title')} subtitle={t('theme.text')}>
          <ThemeSwitch />
        </Panel>
        <Panel title={t('csv.title')} subtitle={t('csv.text')}>
          <CsvChoice />
        </Panel>
        <WeeklyDigest />
        <ChangePassword />
        <SecondFactor />
        <OtherSessions />
        <DownloadData />
        <DeleteAccount />
      </Stack>
    </>
  );
}
