import { SearchX } from '../icons/icons.generated.js';
import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { buttonLink } from '../controls/button.js';
import { EmptyState } from '../feedback/feedback.js';
import { useTexts } from '../language.js';
import { usePageTitle } from './page-title.js';

/** Shown for an address without a page, and for a record that does not exist. */
export function NotFoundPage(): ReactNode {
  const { t } = useTexts();
  usePageTitle(t('gone.title'));
  return (
    <EmptyState
      level={1}
      icon={<SearchX />}
      title={t('gone.title')}
      action={
        <Link href="/" className={buttonLink({ look: 'primary' })}>
          {t('gone.home')}
        </Link>
      }
    >
      {t('gone.why')}
    </EmptyState>
  );
}
