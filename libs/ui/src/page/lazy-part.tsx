import { useEffect, useState, type ComponentType } from 'react';
import { showToast } from '../feedback/toast-store.js';
import { useTexts } from '../language.js';

const IDLE_MS = 2_000;

/**
 * Returns a component that is loaded when it is wanted, or when the page has been idle for a moment; null until then.
 * If loading fails, it shows a message and calls `onFailure`. (React's `lazy` would replace the page by an error.)
 */
export function useLazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
  { isWanted, onFailure }: { isWanted: boolean; onFailure: () => void },
): ComponentType<Props> | null {
  const { t } = useTexts();
  const [part, setPart] = useState<{ readonly component: ComponentType<Props> } | null>(null);
  const isLoaded = part !== null;
  useEffect(() => {
    if (isLoaded) return;
    let isCurrent = true;
    const start = (): void => {
      load().then(
        (component) => isCurrent && setPart({ component }),
        () => {
          if (!isCurrent || !isWanted) return;
          showToast({ tone: 'bad', message: t('problem.unreachable.what') });
          onFailure();
        },
      );
    };
    if (isWanted) start();
    const timer = isWanted ? undefined : setTimeout(start, IDLE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
    // `load` and `onFailure` are new with every rendering, and always mean the same.
  }, [isWanted, isLoaded]);
  return part?.component ?? null;
}
