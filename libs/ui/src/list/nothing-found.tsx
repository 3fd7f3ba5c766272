import type { ReactNode } from 'react';
import { Button } from '../controls/button.js';
import { EmptyState } from '../feedback/feedback.js';
import { SearchX } from '../icons/icons.generated.js';
import { useTexts } from '../language.js';

/** Shown in place of a list that its search or filters leave empty. */
export function NothingFound({ onClear }: { readonly onClear: () => void }): ReactNode {
  const { t } = useTexts();
  return (
    <EmptyState
      icon={<SearchX />}
      title={t('lists.nothing_found')}
      action={<Button onPress={onClear}>{t('lists.clear')}</Button>}
    >
      {t('lists.nothing_found.what')}
    </EmptyState>
  );
}
