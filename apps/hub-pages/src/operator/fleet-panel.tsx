import type { ReactNode } from 'react';
import { digits, Panel, useTexts } from '@kushk/ui';
import { RefusedInstances } from '../release/fleet.js';
import type { Release } from '../review/queries.js';
import classes from './fleet-panel.module.css';

/** How many instances the latest status of the release has reached, and which of them refused it and why. */
export function FleetPanel({ release: { fleet, published_at, status } }: { readonly release: Release }): ReactNode {
  const { t, language } = useTexts();
  if (published_at === null) return null;
  const { compatible, accepted, refused } = fleet;
  const open = Math.max(0, compatible - accepted - refused.length);
  const part = compatible === 0 ? 0 : accepted / compatible;
  return (
    <Panel title={t('operator.fleet')}>
      <div className={classes.fleet} role="status">
        <p>
          {t(status === 'suspended' ? 'operator.fleet.suspended' : 'operator.fleet.reached', {
            accepted: digits(accepted, language),
            compatible: digits(compatible, language),
          })}
        </p>
        <svg className={classes.meter} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
          <rect className={classes.rail} width="100" height="4" />
          <rect className={classes.reached} width={part * 100} height="4" />
        </svg>
        {open > 0 && <p className={classes.soft}>{t('operator.fleet.open', { count: open })}</p>}
        {compatible === 0 && <p className={classes.soft}>{t('operator.fleet.none')}</p>}
      </div>
      {refused.length > 0 && <RefusedInstances fleet={fleet} />}
    </Panel>
  );
}
