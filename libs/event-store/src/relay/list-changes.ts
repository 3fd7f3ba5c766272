import type { ListChange } from '@kushk/contracts';
import type { AnyStreamType, Fact, StreamType } from '@kushk/decider';
import type { RecordedFact } from '../command.js';
import type { PendingFact } from '../loop/decide-batch.js';

/** Which lists of the pages the facts of a stream change, and who may know. */
export interface ListChanges {
  readonly of: AnyStreamType;
  readonly changes: (fact: RecordedFact, state: unknown) => readonly ListChange[];
}

/** Sends changed lists to the gateways. Must neither throw nor wait. */
export interface ChangeNotifier {
  notify(changes: readonly ListChange[]): void;
}

/** Nest token for the `ChangeNotifier` of the running service, which `@kushk/broker` provides. */
export const CHANGE_NOTIFIER = Symbol('ChangeNotifier');

/** `state` is the state of the stream after the fact. */
export function listChangesOf<State, F extends Fact>(
  of: StreamType<State, F>,
  changes: (state: State, fact: RecordedFact<F>) => readonly ListChange[],
): ListChanges {
  return { of, changes: (fact, state) => changes(state as State, fact as RecordedFact<F>) };
}

/** The facts of these streams change no list of the pages. `reason` states why. */
export function noListChanges(_reason: string, ...streams: readonly AnyStreamType[]): readonly ListChanges[] {
  return streams.map((of) => ({ of, changes: () => [] }));
}

/**
 * Throws when a stream has no line: whether its facts change a list must be decided, or a page would silently show old
 * rows. Also throws when it has two, because only one of them would count.
 */
export function checkListChanges(streams: readonly AnyStreamType[], lines: readonly ListChanges[]): void {
  const missing = streams.filter((stream) => !lines.some(({ of }) => of === stream));
  if (missing.length > 0)
    throw new TypeError(`no list changes for the streams ${missing.map(({ category }) => category).join(', ')}`);
  const twice = streams.filter((stream) => lines.filter(({ of }) => of === stream).length > 1);
  if (twice.length > 0)
    throw new TypeError(`two list changes for the streams ${twice.map(({ category }) => category).join(', ')}`);
}

/** Returns a function that sends the changed lists of committed facts. */
export function changeSender(
  lines: readonly ListChanges[],
  notifier: ChangeNotifier,
  report: (error: unknown) => void,
): (facts: readonly PendingFact[]) => void {
  const byCategory = new Map(lines.map((line) => [line.of.category, line]));
  return (facts) => {
    for (const { fact, state } of facts)
      // The facts are committed, so nothing here may fail their commands.
      try {
        const changes = byCategory.get(fact.category)?.changes(fact, state) ?? [];
        if (changes.length > 0) notifier.notify(changes);
      } catch (error) {
        report(error);
      }
  };
}
