import type { ReactNode } from 'react';
import { ProblemError } from '@kushk/api-client';
import { ProblemNotice } from '../feedback/problem-notice.js';
import { useTexts } from '../language.js';
import { NotFoundPage } from './not-found-page.js';
import { usePageTitle } from './page-title.js';

const NOT_FOUND = 404;

/** Replaces a page that could not be shown; the frame around it stays. */
export function PageError({ error, reset }: { error: unknown; reset: () => void }): ReactNode {
  const { t } = useTexts();
  const isProblem = error instanceof ProblemError;
  const isNotFound = isProblem && error.document.status === NOT_FOUND;
  usePageTitle(isNotFound ? undefined : t('problem.unexpected'));
  if (isNotFound) return <NotFoundPage />;
  // After a deployment, the files of the old version may be gone: only a new document helps then.
  return <ProblemNotice fills level={1} error={error} onRetry={isProblem ? reset : () => location.reload()} />;
}
