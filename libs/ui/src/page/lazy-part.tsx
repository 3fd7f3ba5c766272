import { useEffect, useEffectEvent, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { ProblemNotice } from '../feedback/problem-notice.js';
import { showToast } from '../feedback/toast-store.js';
import { useTexts } from '../language.js';
import { savesData, whenIdle } from './idle.js';
import { repairStyles } from './page-file.js';

type Load<Props> = () => Promise<ComponentType<Props>>;
/** What was loaded by each function, so that it is there at once the next time. */
const loaded = new WeakMap<object, unknown>();

/**
 * Returns a component that is loaded when it is wanted, or when the page has been idle for a moment: later, after a
 * deployment, its file may be gone. Null until then. If loading fails, it shows a message and calls `onFailure`.
 * (React's `lazy` would replace the page by an error.) `load` must be the same function in every rendering.
 */
export function useLazyPart<Props>(
  load: Load<Props>,
  { isWanted, onFailure }: { isWanted: boolean; onFailure: () => void },
): ComponentType<Props> | null {
  const { t } = useTexts();
  const [, setLoaded] = useState(loaded.has(load));
  const isLoaded = loaded.has(load);
  const onLoadFailure = useEffectEvent(() => {
    showToast({ tone: 'bad', message: t('problem.unreachable.what') });
    onFailure();
  });
  useEffect(() => {
    if (isLoaded || (!isWanted && savesData())) return;
    let isCurrent = true;
    const start = (): void => {
      void repairStyles();
      load().then(
        (component) => {
          loaded.set(load, component);
          if (isCurrent) setLoaded(true);
        },
        () => {
          if (isCurrent && isWanted) onLoadFailure();
        },
      );
    };
    const end = isWanted ? start() : whenIdle(start);
    return () => {
      isCurrent = false;
      end?.();
    };
  }, [load, isWanted, isLoaded]);
  return (loaded.get(load) as ComponentType<Props> | undefined) ?? null;
}

/**
 * Returns a component that shows nothing until its code is loaded, which begins when it is first rendered. For dialogs:
 * `const EventDialog = lazyPart(async () => (await import('./event-dialog.js')).EventDialog);`
 */
export function lazyPart<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return function LazyPart(props: Props): ReactNode {
    const { onClose, isOpen = true } = props as { readonly onClose?: () => void; readonly isOpen?: boolean };
    const Part = useLazyPart(load, { isWanted: isOpen, onFailure: () => onClose?.() });
    return Part && <Part {...props} />;
  };
}

interface LazySectionProps<Props> {
  /** Must be the same function in every rendering. */
  readonly load: Load<Props>;
  readonly props: Props;
  /** Has the size of what is loaded, so that nothing moves when it comes. */
  readonly waiting: ReactNode;
}

/**
 * A part of a page that is loaded when it comes into view: what people read first does not wait for it, and who never
 * scrolls to it does not pay for it.
 */
export function LazySection<Props extends object>({ load, props, waiting }: LazySectionProps<Props>): ReactNode {
  const [hasFailed, setFailed] = useState(false);
  const [place, isSeen] = useSeen();
  const Part = useLazyPart(load, { isWanted: isSeen && !hasFailed, onFailure: () => setFailed(true) });
  if (Part !== null) return <Part {...props} />;
  return hasFailed ? (
    <ProblemNotice error={new TypeError()} onRetry={() => setFailed(false)} fills />
  ) : (
    <div ref={place}>{waiting}</div>
  );
}

/** Whether the element has been in view. */
function useSeen() {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || place.current === null) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry!.isIntersecting) setSeen(true);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return [place, isSeen] as const;
}
