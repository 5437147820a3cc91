import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';

const ROLES = { error: 'alert', success: 'status', info: 'note' } as const;

export function Alert({ severity, children }: { severity: keyof typeof ROLES; children: ReactNode }) {
  return (
    <div role={ROLES[severity]} className={`alert ${severity}`}>
      {severity !== 'info' && <Icon name={severity === 'error' ? 'warning' : 'check'} />}
      <div>{children}</div>
    </div>
  );
}
