import type { ReactNode } from 'react';
import { digits, useTexts } from '@kushk/ui';
import { useCounts } from './use-counts.js';

/** The number of items that wait in the inbox, for the navigation. Nothing while there are none. */
export function InboxCount(): ReactNode {
  const { t, language } = useTexts();
  const { waiting: count = 0 } = useCounts();
  if (count === 0) return null;
  return (
    <>
      <span aria-hidden="true">{digits(count, language)}</span>
      <span className="hidden-visually">{t('inbox.waiting', { count })}</span>
    </>
  );
}
