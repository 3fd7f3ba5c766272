import { rebuild, type RebuildOptions } from './rebuild.js';

/**
 * The command line of a rebuild, for a service's own `rebuild.ts`: `await rebuildCommand(store, process.argv.slice(2))`.
 * Without an argument it compares, with `--replace` it replaces. Writes what it found to standard output and resolves
 * with the exit code: 0 when the live tables are what the log makes (or were made so), 1 when they are not.
 */
export async function rebuildCommand(store: Omit<RebuildOptions, 'mode'>, args: readonly string[]): Promise<number> {
  const mode = args.includes('--replace') ? 'replace' : 'compare';
  const { facts, streams, differences } = await rebuild({ ...store, mode });
  const lines = [`${store.service}: ${facts} facts in ${streams} streams folded anew`];
  for (const { table, missing, surplus, examples } of differences) {
    lines.push(`${table}: ${missing} rows missing, ${surplus} too many`, ...examples.map((example) => `  ${example}`));
  }
  lines.push(
    differences.length === 0
      ? 'state rows and views are what the log makes'
      : mode === 'replace'
        ? 'replaced'
        : 'different; run with --replace to correct',
  );
  process.stdout.write(`${lines.join('\n')}\n`);
  return differences.length === 0 || mode === 'replace' ? 0 : 1;
}
