import { useEffect, useRef } from 'react';

const WAIT_FOR_HEADING_MS = 5_000;

/**
 * Moves the focus to the heading of a page that was navigated to, so that a screen reader reads it and Tab continues
 * there. `page` identifies the page and not its parameters: a list that shows its detail beside it keeps the focus.
 */
export function useFocusOnNavigation(page: string): void {
  const before = useRef(page);
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    const main = document.getElementById('main');
    if (main === null) return;
    let isFocused = false;
    const focus = (): void => {
      const heading = main.querySelector('h1');
      if (heading === null) return;
      // The page may have put the focus where it is needed. Later, only a focus is moved whose element was removed.
      const { activeElement } = document;
      if (isFocused ? activeElement === document.body : !main.contains(activeElement)) {
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      }
      isFocused = true;
    };
    // The heading of a skeleton, which has the focus, is replaced by that of the page.
    const observer = new MutationObserver(focus);
    const end = (): void => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('pointerdown', end);
    };
    const timer = setTimeout(end, WAIT_FOR_HEADING_MS);
    observer.observe(main, { childList: true, subtree: true });
    document.addEventListener('pointerdown', end);
    focus();
    return end;
  }, [page]);
}
