import { Link } from '@tanstack/react-router';
import { SearchX } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import { ProblemError } from '@kushk/api-client';
import { buttonLink, EmptyState, Page, PagePath, ProblemNotice, useTexts, type Retry } from '@kushk/ui';

const NOT_FOUND = 404;

interface LoadFailureProps {
  readonly path: readonly ReactNode[];
  readonly error: unknown;
  readonly onRetry: Retry;
  readonly width?: 'narrow' | 'regular';
  /** What the page is about. */
  readonly of: 'plugin' | 'installation';
}

/** In place of a page that could not be loaded. For an id that does not exist it links to the list. */
export function LoadFailure({ path, error, onRetry, width = 'regular', of }: LoadFailureProps): ReactNode {
  const { t } = useTexts();
  const isGone = error instanceof ProblemError && error.document.status === NOT_FOUND;
  return (
    <Page width={width}>
      <PagePath steps={path} />
      <h1 className="hidden-visually">{t(isGone ? `store.gone.${of}` : 'store.not_loaded')}</h1>
      {isGone ? (
        <EmptyState
          icon={<SearchX />}
          title={t(`store.gone.${of}`)}
          action={
            <Link to={of === 'plugin' ? '/store' : '/installations'} className={buttonLink()}>
              {t(of === 'plugin' ? 'store.gone.to_store' : 'store.gone.to_installations')}
            </Link>
          }
        >
          {t(`store.gone.${of}.why`)}
        </EmptyState>
      ) : (
        <ProblemNotice fills error={error} title={t('store.not_loaded')} onRetry={onRetry} />
      )}
    </Page>
  );
}
