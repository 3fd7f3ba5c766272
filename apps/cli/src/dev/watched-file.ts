/** Notices when a file is saved. Reads its content: editors replace files, which the watchers of some systems miss. */
import { readFileSync } from 'node:fs';

const POLL_MS = 250;

/** Calls `onSave` after each change of the content. Returns a function that ends it. */
export function watchFile(path: string, onSave: () => void): () => void {
  let known = contentOf(path);
  const timer = setInterval(() => {
    const content = contentOf(path);
    // An editor that is writing has no file or an empty one for a moment.
    if (content === null || content === '' || content === known) return;
    known = content;
    onSave();
  }, POLL_MS);
  return () => clearInterval(timer);
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
