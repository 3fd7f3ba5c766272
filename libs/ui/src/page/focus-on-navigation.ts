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
    const focus = (): boolean => {
      const heading = main.querySelector('h1');
      if (heading === null) return false;
      // The page may have put the focus where it is needed.
      if (!main.contains(document.activeElement)) {
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      }
      return true;
    };
    if (focus()) return;
    const observer = new MutationObserver(() => {
      if (focus()) observer.disconnect();
    });
    observer.observe(main, { childList: true, subtree: true });
    const timer = setTimeout(() => observer.disconnect(), WAIT_FOR_HEADING_MS);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [page]);
}
