/** `kushk-deploy rebuild`: compares the state rows and views of a service with its log, or replaces them. */
import { rebuild, type RebuildProgress } from '@kushk/event-store';
import { databaseUrlOf, storeOf, type Service } from './built-service.js';
import { EXIT, type ExitCode } from './exit-codes.js';

export interface RebuildCommandOptions {
  readonly replace?: true;
  readonly json?: true;
}

/** How often the progress is written. */
const reportEveryMs = 5_000;

/** Writes a report to standard output, and the progress to standard error. */
export async function runRebuild(service: Service, { replace, json }: RebuildCommandOptions): Promise<ExitCode> {
  const databaseUrl = databaseUrlOf(service);
  const mode = replace ? 'replace' : 'compare';
  const store = await storeOf(service);
  const report = await rebuild({ ...store, databaseUrl, mode, onProgress: progressReporter(service) });
  const { facts, streams, differences, outdated, missingContents } = report;
  const lines = [`${service}: ${facts} facts in ${streams} streams folded`];
  for (const { table, missing, surplus, examples } of differences)
    lines.push(`${table}: ${missing} rows missing, ${surplus} surplus`, ...examples.map((example) => `  ${example}`));
  if (differences.length === 0) lines.push('state rows and views follow from the log');
  else lines.push(replace ? 'replaced' : 'different; run with --replace to correct them');
  if (outdated > 0)
    lines.push(`log_streams: ${outdated} outdated, of another version; folded ${replace ? 'now' : 'when used'}`);
  for (const { table, missing, examples } of missingContents)
    lines.push(`${table}: ${missing} content_missing`, ...examples.map((example) => `  ${example}`));
  const document = { service, mode, facts, streams, differences, outdated, content_missing: missingContents };
  process.stdout.write(`${json ? JSON.stringify(document) : lines.join('\n')}\n`);
  return (differences.length === 0 || replace) && missingContents.length === 0 ? EXIT.ok : EXIT.found;
}

export function progressReporter(service: string): (progress: RebuildProgress) => void {
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
