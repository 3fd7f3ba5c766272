import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** Something that the command palette offers. */
export interface Command {
  readonly id: string;
  readonly title: string;
  /** A second line, such as the id of a record. */
  readonly note?: string;
  /** Other words under which it is found. */
  readonly keywords?: string;
  readonly run: () => void;
}

let actions: readonly Command[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Command[]): void {
  actions = next;
  for (const listener of listeners) listener();
}

/** Offers actions of the current page in the command palette. */
export function useCommands(commands: readonly Command[]): void {
  const latest = useEffectEvent(() => commands);
  const described = JSON.stringify(commands.map(({ id, title, note }) => [id, title, note]));
  useEffect(() => {
    const own = latest().map((command) => ({
      ...command,
      run: () =>
        latest()
          .find(({ id }) => id === command.id)
          ?.run(),
    }));
    change([...actions, ...own]);
    return () => change(actions.filter((command) => !own.includes(command)));
  }, [described]);
}

/** Returns the actions of the current page. */
export function usePageCommands(): readonly Command[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => actions,
  );
}
