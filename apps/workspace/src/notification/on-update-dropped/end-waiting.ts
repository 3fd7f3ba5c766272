import { accept, type Decision } from '@kushk/decider';
import type { Notice, NoticeFact } from '../notice.js';

export interface EndWaiting {
  /** Waits no longer. */
  readonly version: string;
  readonly at: string;
}

/** Ends the notice that this version waits for consent. */
export function endWaiting(command: EndWaiting, notice: Notice): Decision<readonly NoticeFact[], null> {
  return accept(endOfWaiting(command, notice), null);
}

/** No fact when the notice is about another version. */
export function endOfWaiting({ version, at }: EndWaiting, notice: Notice): readonly NoticeFact[] {
  const waited = notice.status === 'given' && notice.details.version === version;
  return waited ? [{ type: 'NoticeEnded', data: { at } }] : [];
}
