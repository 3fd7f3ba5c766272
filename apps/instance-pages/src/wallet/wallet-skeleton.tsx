import type { ReactNode } from 'react';
import { Panel, RowsSkeleton, SkeletonLine, useTexts } from '@kushk/ui';
import classes from './wallet.module.css';

const SUM_LINES = ['one', 'two', 'three', 'four', 'five', 'six'];

/** The page before the wallet is there, with the same panels in the same places. */
export function WalletSkeleton(): ReactNode {
  const { t } = useTexts();
  return (
    <>
      <dl className={classes.tiles} aria-busy="true">
        {(['available', 'held', 'consumed'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`wallet.tile.${name}`)}</dt>
            <dd>
              <SkeletonLine width="short" />
            </dd>
            <dd className={classes.means}>{t(`wallet.tile.${name}.means`)}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.pair}>
        <Panel title={t('wallet.month')}>
          <SkeletonLine width="long" />
        </Panel>
        <Panel title={t('wallet.sum')}>
          <div className={classes.sumSkeleton}>
            {SUM_LINES.map((line) => (
              <SkeletonLine key={line} width="long" />
            ))}
          </div>
        </Panel>
      </div>
      <Panel title={t('wallet.history')}>
        <div className={classes.history}>
          <SkeletonLine width="long" />
        </div>
      </Panel>
      <Panel title={t('installation.plan')}>
        <SkeletonLine width="middle" />
      </Panel>
      <Panel title={t('wallet.entries')} flush>
        <RowsSkeleton />
      </Panel>
    </>
  );
}
