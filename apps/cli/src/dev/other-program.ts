/** Whether an answer looks like that of a program which is not the plugin. */
import type { DevEntry } from './dev-entry.js';

/** Another plugin rejects the signature of `installed`; a program that is no plugin does not know its path. */
const STATUSES: readonly (number | null)[] = [401, 404];

export function isAnswerOfOtherProgram(entry: DevEntry): boolean {
  return (
    entry.kind === 'call_out' &&
    entry.channel === 'lifecycle' &&
    entry.type === 'installed' &&
    STATUSES.includes(entry.status)
  );
}
