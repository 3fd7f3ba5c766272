/** Files for what a command shows only once. */
import { chmodSync, closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { usageFailure } from './failure.js';
import { phrase } from './phrase.js';

/** Writes the text into one of the files. */
export type Write = (path: string, text: string) => void;

/**
 * Creates the files before the request is sent, because what they are for cannot be fetched again if writing fails.
 * Only the owner may read them. A file that exists is refused without `force`; one that got no text is removed again.
 */
export async function withPrivateFiles<Result>(
  paths: readonly (string | undefined)[],
  { force }: { readonly force?: boolean | undefined },
  work: (write: Write) => Promise<Result>,
): Promise<Result> {
  const created = new Set<string>();
  try {
    for (const path of paths) {
      if (path === undefined) continue;
      if (!existsSync(path)) created.add(path);
      else if (force !== true) throw usageFailure(phrase`${path} exists already; --force replaces it`);
      openPrivateFile(path);
    }
    return await work((path, text) => {
      writeFileSync(path, text);
      created.delete(path);
    });
  } finally {
    for (const path of created) rmSync(path, { force: true });
  }
}

function openPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
  } catch (error) {
    throw usageFailure(phrase`cannot write ${path} (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
}
