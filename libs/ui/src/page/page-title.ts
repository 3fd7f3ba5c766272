import { useEffect } from 'react';
import { useTexts } from '../language.js';

/** Bidi isolates of names within a title: some browsers draw them in their tabs. */
const ISOLATES = /[\u2066-\u2069]/g;

/** Sets the title of the browser's tab: the page, then the product. `PageHead` does this for a title that is a text. */
export function usePageTitle(title: string | undefined): void {
  const { t } = useTexts();
  const product = t('product.name');
  useEffect(() => {
    if (title !== undefined) document.title = title === '' ? product : `${title.replaceAll(ISOLATES, '')} · ${product}`;
  }, [title, product]);
}
