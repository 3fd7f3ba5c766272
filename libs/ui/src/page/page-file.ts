import { onRequest, ProblemError } from '@kushk/api-client';
import { fetchSession } from '../session/session.js';

/** Vite rejects with this message when a style sheet of the file could not be loaded. */
const NO_STYLES = 'Unable to preload CSS';
/** By the beginning of this message the router knows a script that is gone, and loads the document again, once. */
const NO_SCRIPT = 'Failed to fetch dynamically imported module';

/**
 * Loads the file of a page with its style sheets. While the service cannot be reached, it waits and tries again; the
 * notice above the page says so meanwhile. Otherwise it tries once more, because the service may have just come back.
 * What fails then is gone, as after a deployment, and the router loads the document again.
 */
export function pageFile<File>(load: () => Promise<File>): () => Promise<File> {
  return async () => {
    let areStyled = Promise.resolve(true);
    for (let isRepeated = false; ;) {
      try {
        const file = await load();
        if (await areStyled) return file;
        throw new Error(NO_STYLES);
      } catch (error) {
        if (!(await isReachable())) await nextAnswer();
        else if (isRepeated) throw goneFile(error);
        else isRepeated = true;
        areStyled = repairStyles();
      }
    }
  };
}

function goneFile(error: unknown): unknown {
  if (!(error instanceof Error && error.message.startsWith(NO_STYLES))) return error;
  return new Error(`${NO_SCRIPT}: ${error.message}`, { cause: error });
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

/** Loads the style sheets again that could not be loaded; false when one fails again. Vite asks for each only once. */
export async function repairStyles(): Promise<boolean> {
  const failed = [...failedStyles].filter((link) => link.isConnected);
  failedStyles.clear();
  return (await Promise.all(failed.map(loadAgain))).every(Boolean);
}

function loadAgain(link: HTMLLinkElement): Promise<boolean> {
  return new Promise((resolve) => {
    const again = link.cloneNode() as HTMLLinkElement;
    again.addEventListener('load', () => resolve(true));
    again.addEventListener('error', () => resolve(false));
    link.replaceWith(again);
  });
}
