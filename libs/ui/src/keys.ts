import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** What a key does, by `KeyboardEvent.code`, with `Shift+` before it where Shift makes a difference. */
export type KeyActions = Readonly<Record<string, () => void>>;
/** What a key does, in words, by `KeyboardEvent.code`. The keyboard help shows them. */
export type KeyTitles = Readonly<Record<string, string>>;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) &&
      !['checkbox', 'radio', 'button'].includes((target as HTMLInputElement).type)));

const isDialogOpen = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

let shownTitles: readonly KeyTitles[] = [];
const listeners = new Set<() => void>();

function changeTitles(next: readonly KeyTitles[]): void {
  shownTitles = next;
  for (const listener of listeners) listener();
}

/** Returns what the keys of the current page do. */
export function useKeyTitles(): readonly KeyTitles[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shownTitles,
  );
}

/**
 * Runs an action when its key is pressed. Keys are named by their place (`KeyboardEvent.code`), because the key of A
 * types another letter on a Persian keyboard. Ignored while a person types, while a dialog is open, and together with
 * Ctrl, Alt or Meta. The keyboard help lists the keys that have a title.
 */
export function useKeys(actions: KeyActions, titles?: KeyTitles): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    // The target of an event in a shadow root, such as the editor, is its host; the path begins inside.
    if (isTyping(event.composedPath()[0] ?? event.target) || isDialogOpen()) return;
    const action = (event.shiftKey ? actions[`Shift+${event.code}`] : undefined) ?? actions[event.code];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => onKeyDown(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const described = JSON.stringify(titles ?? {});
  useEffect(() => {
    const own = JSON.parse(described) as KeyTitles;
    if (Object.keys(own).length === 0) return;
    changeTitles([...shownTitles, own]);
    return () => changeTitles(shownTitles.filter((one) => one !== own));
  }, [described]);
}
