import { useEffect, useEffectEvent } from 'react';

const IDLE_MS = 3_000;

/** Whether the person asked the browser to load no more than needed. Not every browser knows. */
export const savesData = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;

/**
 * Runs `work` when the page has been idle for a moment: on a slow network, what may be needed later must not delay what
 * the person waits for. Returns a function that ends this.
 */
export function whenIdle(work: () => void): () => void {
  const check = (): void => {
    if (document.querySelector('[aria-busy="true"]') === null) return work();
    timer = setTimeout(check, IDLE_MS);
  };
  let timer = setTimeout(check, IDLE_MS);
  return () => clearTimeout(timer);
}

/**
 * Loads the files of the pages of the navigation when the page is idle: then they open at once, also without a network.
 * `pages` are their names; other ones are loaded again.
 */
export function usePreloaded(pages: string, preload: () => void): void {
  const onIdle = useEffectEvent(preload);
  useEffect(() => (savesData() ? undefined : whenIdle(() => onIdle())), [pages]);
}
