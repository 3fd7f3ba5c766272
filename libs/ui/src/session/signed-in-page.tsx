import { CircleCheck } from '../icons/icons.generated.js';
import { useEffect, type ReactNode } from 'react';
import { EmptyState } from '../feedback/feedback.js';
import { useTexts } from '../language.js';
import { sessionChannel } from './session.js';

/** Where a sign-in in a second tab ends: it notifies the first tab and closes itself. */
export function SignedInPage(): ReactNode {
  const { t } = useTexts();
  useEffect(() => {
    sessionChannel.postMessage('started');
    window.close();
  }, []);
  return (
    <EmptyState level={1} icon={<CircleCheck />} title={t('session.signed_in')}>
      {t('session.signed_in.close')}
    </EmptyState>
  );
}
