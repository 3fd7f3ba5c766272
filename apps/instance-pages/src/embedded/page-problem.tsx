import type { ReactNode } from 'react';
import { Button, Code, Notice, useTexts } from '@kushk/ui';
import { useMe } from '../organisation/me.js';
import type { PageCheck } from './queries.js';
import classes from './embedded.module.css';

interface PageProblemProps {
  readonly name: string;
  readonly check: PageCheck;
  readonly onRetry: () => void;
}

/** Shown in place of a page that must not be embedded. Admins read why and what to do; members, whom to ask. */
export function PageProblem({ name, check, onRetry }: PageProblemProps): ReactNode {
  const { t } = useTexts();
  const { isAdmin } = useMe();
  const { problem, url, origin } = check;
  if (problem === null) return null;
  return (
    <Notice
      tone="bad"
      title={t('embedded.problem.title', { name })}
      actions={<Button onPress={onRetry}>{t('again')}</Button>}
    >
      {isAdmin ? (
        <>
          <p>{t(`embedded.problem.${problem.code}`)}</p>
          <p className={classes.details}>
            <Code soft breaks>
              {[url, detailOf(problem)].filter((text) => text !== '').join(' · ')}
            </Code>
          </p>
          <p>{t('embedded.problem.publisher', { host: new URL(origin).host })}</p>
        </>
      ) : (
        <p>{t('embedded.problem.member')}</p>
      )}
    </Notice>
  );
}

function detailOf(problem: NonNullable<PageCheck['problem']>): string {
  if ('status' in problem) return String(problem.status);
  if ('sources' in problem) return `frame-ancestors ${problem.sources}`;
  return 'error' in problem ? problem.error : '';
}
