import { useState, type ReactNode } from 'react';
import { Button } from '../controls/button.js';
import { Bookmark } from '../icons/icons.generated.js';
import { useTexts } from '../language.js';
import { lazyPart } from '../page/lazy-part.js';

const SavedViewsDialog = lazyPart(async () => (await import('./saved-views-dialog.js')).SavedViewsDialog);

interface SavedViewsProps {
  /** The path of the list, when the page also has paths of single items. */
  readonly path?: string;
}

/** Opens the filters of this list that the person has named, and names the current ones. */
export function SavedViews({ path }: SavedViewsProps): ReactNode {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" aria-haspopup="dialog" aria-expanded={isOpen} onPress={() => setOpen(true)}>
        <Bookmark aria-hidden="true" />
        {t('views.title')}
      </Button>
      <SavedViewsDialog path={path ?? location.pathname} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
