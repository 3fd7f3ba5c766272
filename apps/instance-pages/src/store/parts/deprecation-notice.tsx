import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Notice, useTexts } from '@kushk/ui';
import type { StorePlugin } from '../queries.js';

interface DeprecationNoticeProps {
  readonly deprecation: StorePlugin['deprecation'];
  /** Whether the plugin is installed, and so runs on. */
  readonly isInstalled: boolean;
}

/** Why the publisher no longer recommends the plugin, and what to use instead. */
export function DeprecationNotice({ deprecation, isInstalled }: DeprecationNoticeProps): ReactNode {
  const { t } = useTexts();
  if (deprecation === null) return null;
  const { reason, successor } = deprecation;
  return (
    <Notice tone="warn" title={t('store.deprecated.title')}>
      <p dir="auto">{reason}</p>
      <p>{t(isInstalled ? 'store.deprecated.runs_on' : 'store.deprecated.not_installable')}</p>
      {successor !== null && (
        <p>
          {t('store.deprecated.successor')}{' '}
          <Link to="/store/$plugin" params={{ plugin: successor }}>
            <bdi>{successor}</bdi>
          </Link>
        </p>
      )}
    </Notice>
  );
}
