import { rebuild, type RebuildOptions, type RebuildProgress } from './rebuild.js';

/** How often the progress is written. */
const reportEveryMs = 5_000;

/**
 * The command line of a rebuild: `await rebuildCommand(store, process.argv.slice(2))`. Compares the live tables with
 * the log, or replaces them with `--replace`, and writes a report to standard output, and the progress to standard
 * error. Resolves with the exit code: 1 when the live tables differ from the log and were not replaced.
 */
export async function rebuildCommand(
  store: Omit<RebuildOptions, 'mode' | 'onProgress'>,
  args: readonly string[],
): Promise<number> {
  const mode = args.includes('--replace') ? 'replace' : 'compare';
  const onProgress = progressReporter(store.service);
  const { facts, streams, differences } = await rebuild({ ...store, mode, onProgress });
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

function progressReporter(service: string): (progress: RebuildProgress) => void {
  let reportedAt = performance.now();
  let reported: RebuildProgress = { facts: 0, step: 'fold' };
  return (progress) => {
    const seconds = (performance.now() - reportedAt) / 1_000;
    if (seconds * 1_000 < reportEveryMs && progress.step === reported.step) return;
    const rate = Math.round((progress.facts - reported.facts) / Math.max(seconds, 0.001));
    process.stderr.write(`${service}: ${progress.step}, ${progress.facts} facts folded, ${rate}/s\n`);
    reportedAt = performance.now();
    reported = progress;
  };
}
