import type { ReactNode } from 'react';
import { ProblemError } from '@kushk/api-client';
import { Notice, useTexts } from '@kushk/ui';
import { FormProblem } from '../dialogs/form-problem.js';
import type { ReleaseStatusName } from '../release/release-status.js';

/** Shows why a decision failed. When another reviewer decided first, it says so in its own words. */
export function DecisionProblem({ error }: { readonly error: unknown }): ReactNode {
  const { t } = useTexts();
  if (!(error instanceof ProblemError)) return <FormProblem error={error} />;
  const { code, params = {} } = error.document;
  if (code === 'review.taken_by_other') {
    return (
      <Notice
        tone="bad"
        title={t('review.conflict.taken', { name: String(params['taken_by_name'] ?? params['taken_by']) })}
      >
        <p>{t('review.conflict.what')}</p>
      </Notice>
    );
  }
  if (code === 'catalogue.transition_invalid') {
    const from = params['from'] as ReleaseStatusName;
    return (
      <Notice tone="bad" title={t('review.conflict.moved', { status: t(`release.status.${from}`) })}>
        <p>{t('review.conflict.what')}</p>
      </Notice>
    );
  }
  return <FormProblem error={error} />;
}
