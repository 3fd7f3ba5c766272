import { onRequest, ProblemError } from '@kushk/api-client';
import { fetchSession } from '../session/session.js';

/**
 * Loads the file of a page. While the service cannot be reached, it waits and tries again; the notice above the page
 * says so meanwhile. Other failures are not repeated: after a deployment the file may be gone, and the router loads the
 * document again.
 */
export function pageFile<File>(load: () => Promise<File>): () => Promise<File> {
  return async () => {
    for (;;) {
      try {
        return await load();
      } catch (error) {
        if (await isReachable()) throw error;
        await nextAnswer();
        repairStyles();
      }
    }
  };
}

const isReachable = (): Promise<boolean> =>
  fetchSession().then(
    () => true,
    (error: unknown) => error instanceof ProblemError,
  );

function nextAnswer(): Promise<void> {
  return new Promise((resolve) => {
    const end = onRequest((event) => {
      if (event === 'unreachable') return;
      end();
      resolve();
    });
  });
}

const failedStyles = new Set<HTMLLinkElement>();

/** Remembers the style sheets that could not be loaded. To be called once. */
export function watchStyles(): void {
  const onError = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target);
  };
  // Errors of elements do not bubble.
  document.addEventListener('error', onError, { capture: true });
}

/** Loads the style sheets again that could not be loaded. Vite asks for each only once. */
export function repairStyles(): void {
  for (const link of failedStyles) link.replaceWith(link.cloneNode());
  failedStyles.clear();
}
