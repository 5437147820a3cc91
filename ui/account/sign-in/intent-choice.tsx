import { LOGIN_INTENTS, type LoginIntent } from '@perktree/contracts/account/calls';
import { ToggleButtons } from '../../kit/public/toggle-buttons.tsx';
import { useAccountPage } from './account-context.ts';

export function IntentChoice(props: { value: LoginIntent | null; onChange: (intent: LoginIntent) => void }) {
  const { t } = useAccountPage();
  return (
    <ToggleButtons
      {...props}
      isWide
      label={t('intent.label')}
      choices={LOGIN_INTENTS.map((intent) => ({ value: intent, label: t(`intent.${intent}`) }))}
    />
  );
}
