import type { ReactNode } from 'react';
import { Button } from '../controls/button.js';
import { ProblemNotice } from '../feedback/problem-notice.js';
import { useTexts } from '../language.js';
import classes from './more-button.module.css';

interface MoreButtonProps {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly error: unknown;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}

/** Loads the next page of a list, or says why that failed. */
export function MoreButton({ query }: MoreButtonProps): ReactNode {
  const { t } = useTexts();
  const load = (): void => void query.fetchNextPage();
  if (query.isFetchNextPageError) return <ProblemNotice error={query.error} onRetry={load} />;
  if (!query.hasNextPage) return null;
  return (
    <div className={classes.more}>
      <Button look="quiet" isPending={query.isFetchingNextPage} onPress={load}>
        {t('more')}
      </Button>
    </div>
  );
}
