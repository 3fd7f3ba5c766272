/** What the databases and the store of contents have: that all of it follows from the logs, and fits. */
import { rebuild } from '@kushk/event-store';
import type { Config } from '@kushk/runtime';
import { exportOf, storeOf, type Service } from '../built-service.js';
import { ok, wrong, type Finding } from '../check/finding.js';
import { progressReporter } from '../rebuild.js';

/** At most so many of several problems are shown. */
const shown = 5;
const firstOf = (problems: readonly string[]): string =>
  [...problems.slice(0, shown), ...(problems.length > shown ? ['…'] : [])].join('; ');

/** Compares the state rows and views of a service with its log. */
export async function findDifferences(service: Service, { databaseUrl }: Config): Promise<Finding> {
  const about = `rebuild ${service}`;
  const store = await storeOf(service);
  const report = await rebuild({ ...store, databaseUrl, mode: 'compare', onProgress: progressReporter(service) });
  const problems = [
    ...report.differences.map(({ table, missing, surplus }) => `${table}: ${missing} rows missing, ${surplus} surplus`),
    ...report.missingContents.map(({ table, missing }) => `${table}: ${missing} content_missing`),
  ];
  return problems.length === 0
    ? ok(about, `state rows and views follow from ${report.facts} facts in ${report.streams} streams`)
    : wrong(about, `${firstOf(problems)}: run kushk-deploy rebuild ${service} --replace in its environment`);
}

/** Recomputes every wallet from its entries. */
export async function findWallets({ databaseUrl }: Config): Promise<Finding> {
  const audit = await exportOf<(url: string) => Promise<{ wallets: number; problems: readonly string[] }>>(
    'wallet',
    'entries/audit-entries/audit-entries.worker',
    'auditAllWallets',
  );
  const { wallets, problems } = await audit(databaseUrl);
  return problems.length === 0
    ? ok('wallets', `the entries of ${wallets} add up`)
    : wrong('wallets', `${problems.length} of ${wallets} do not fit (docs/reference/money.md): ${firstOf(problems)}`);
}

/** Reads every content that a source needs. */
export async function findContents({ databaseUrl, contentStore, contentKeys }: Config): Promise<Finding> {
  const verify = await exportOf<
    (options: object) => Promise<{ contents: number; bytes: number; problems: readonly string[] }>
  >('workspace', 'content/verify-contents.client', 'verifyContents');
  const { contents, bytes, problems } = await verify({ databaseUrl, contentStore, contentKeys });
  return problems.length === 0
    ? ok('contents', `${contents} have their digest, ${bytes} bytes`)
    : wrong(
        'contents',
        `${problems.length} of ${contents} are missing or damaged: copy them from another backup, or let the plugins send these sources again: ${firstOf(problems)}`,
      );
}
