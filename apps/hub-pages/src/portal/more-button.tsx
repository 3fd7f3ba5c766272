import type { ReactNode } from 'react';
import { Button, ProblemNotice, useTexts } from '@kushk/ui';
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

/** Loads the next page of a list. */
export function MoreButton({ query }: MoreButtonProps): ReactNode {
  const { t } = useTexts();
  if (query.isFetchNextPageError)
    return <ProblemNotice error={query.error} onRetry={() => void query.fetchNextPage()} />;
  if (!query.hasNextPage) return null;
  return (
    <div className={classes.more}>
      <Button isDisabled={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
        {t('more')}
      </Button>
    </div>
  );
}
