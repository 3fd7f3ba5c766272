import type { ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ProblemError } from '@kushk/api-client';
import { Failure, useTexts } from '@kushk/ui';

/** Replaces a page that failed to load. */
export function PageError({ error, reset }: ErrorComponentProps): ReactNode {
  const { t } = useTexts();
  const problem = error instanceof ProblemError ? error.document : null;
  return (
    <Failure title={problem?.title ?? t('failed')} requestId={problem?.request_id ?? ''} onRetry={reset}>
      {problem?.detail ?? ''}
    </Failure>
  );
}
