import type { ReactNode } from 'react';
import { StateDot, useTexts } from '@kushk/ui';
import type { Case } from './record-types.js';

export function CaseStatus({ status }: { status: Case['status'] }): ReactNode {
  const { t } = useTexts();
  return <StateDot tone={status === 'open' ? 'accent' : 'neutral'}>{t(`records.status.${status}`)}</StateDot>;
}
