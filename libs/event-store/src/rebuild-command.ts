import { rebuild, type RebuildOptions } from './rebuild.js';

/**
 * The command line of a rebuild: `await rebuildCommand(store, process.argv.slice(2))`. Compares the live tables with
 * the log, or replaces them with `--replace`, and writes a report to standard output. Resolves with the exit code: 1
 * when the live tables differ from the log and were not replaced.
 */
export async function rebuildCommand(store: Omit<RebuildOptions, 'mode'>, args: readonly string[]): Promise<number> {
  const mode = args.includes('--replace') ? 'replace' : 'compare';
  const { facts, streams, differences } = await rebuild({ ...store, mode });
  const lines = [`${store.service}: ${facts} facts in ${streams} streams folded`];
  for (const { table, missing, surplus, examples } of differences) {
    lines.push(`${table}: ${missing} rows missing, ${surplus} surplus`, ...examples.map((example) => `  ${example}`));
  }
  lines.push(
    differences.length === 0
      ? 'state rows and views follow from the log'
      : mode === 'replace'
        ? 'replaced'
        : 'different; run with --replace to correct them',
  );
  process.stdout.write(`${lines.join('\n')}\n`);
  return differences.length === 0 || mode === 'replace' ? 0 : 1;
}
