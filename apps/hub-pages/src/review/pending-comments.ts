import { useDraft } from '@kushk/ui';
import type { Release } from './queries.js';

/** A comment on the manifest that is not sent yet. */
export interface PendingComment {
  readonly path: string;
  readonly text: string;
}
export interface PendingComments {
  readonly comments: readonly PendingComment[];
  readonly add: (comment: PendingComment) => void;
  readonly remove: (index: number) => void;
  readonly clear: () => void;
}

/** The comments that wait for a request for changes or a rejection. They survive a reload, like every draft. */
export function usePendingComments({ plugin_id, version }: Release): PendingComments {
  const [draft, setDraft] = useDraft(`line-comments.${plugin_id}@${version}`);
  const comments = read(draft);
  const write = (next: readonly PendingComment[]): void => setDraft(next.length === 0 ? '' : JSON.stringify(next));
  return {
    comments,
    add: (comment) => write([...comments, comment]),
    remove: (index) => write(comments.filter((_comment, at) => at !== index)),
    clear: () => setDraft(''),
  };
}

function read(draft: string): readonly PendingComment[] {
  try {
    return draft === '' ? [] : (JSON.parse(draft) as readonly PendingComment[]);
  } catch {
    return [];
  }
}
