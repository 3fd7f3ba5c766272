import type { ReactNode } from 'react';
import { Page, PagePath, SkeletonLine, useTexts } from '@kushk/ui';
import classes from './waiting-page.module.css';

/** The head and the first panel of a page in grey, until its data arrive. */
export function WaitingPage({
  path,
  width = 'regular',
}: {
  path: readonly ReactNode[];
  width?: 'narrow' | 'regular';
}): ReactNode {
  const { t } = useTexts();
  return (
    <Page width={width}>
      <PagePath steps={path} />
      <p role="status" className="hidden-visually">
        {t('store.loading')}
      </p>
      <div className={classes.head} aria-hidden="true">
        <span className={classes.tile} />
        <span>
          <SkeletonLine width="middle" />
          <SkeletonLine width="short" />
        </span>
      </div>
      <div className={classes.panel} aria-hidden="true">
        <SkeletonLine width="long" />
        <SkeletonLine width="middle" />
        <SkeletonLine width="long" />
      </div>
    </Page>
  );
}
