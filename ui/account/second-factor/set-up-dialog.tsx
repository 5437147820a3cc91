import type { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import { useState } from 'react';
import { ConfirmStep } from './confirm-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

type SecondFactorSetup = CallAnswer<typeof calls.beginSecondFactor>;

export default function SetUpDialog({ onClose }: { onClose: () => void }) {
  const [begun, setBegun] = useState<SecondFactorSetup | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  if (recoveryCodes !== null) return <RecoveryCodesDialog codes={recoveryCodes} onClose={onClose} />;
  if (begun !== null) return <ConfirmStep begun={begun} onConfirmed={setRecoveryCodes} onClose={onClose} />;
  return <PasswordStep onBegun={setBegun} onClose={onClose} />;
}
