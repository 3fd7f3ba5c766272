import { installForContainers, missingForContainers } from './container-programs.js';
import { stopTestServers } from './global-setup.js';
import { runNotes } from './run-notes.js';

/** jest's globalTeardown. After a run of all specs it says which of them could not run. */
export default async function endTestServers({ nonFlagArgs }: { nonFlagArgs?: readonly string[] } = {}): Promise<void> {
  const notes = runNotes();
  await stopTestServers();
  if ((nonFlagArgs ?? []).length > 0) return;
  const missing = missingForContainers();
  if (missing.length > 0)
    process.stderr.write(
      `\nThe tests with a container engine did not run. Missing: ${missing.join(', ')} (${installForContainers}).\n`,
    );
  else if (notes.length > 0) process.stderr.write(`\n${notes.join('\n')}\n`);
}
