/** Runs promtool over the alerts of deploy/observability, and compares them with their pages. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { addRunNote, hasPrometheus, observability, prometheusNote } from '@kushk/testing';
import { parse } from 'yaml';

interface Rule {
  readonly alert?: string;
  readonly annotations?: { readonly runbook: string };
}
interface RuleTest {
  readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts?: readonly unknown[] }[];
}

const tests = ['rules.test.yaml', 'rules-of-hours.test.yaml'];
const read = (name: string): unknown => parse(readFileSync(join(observability, name), 'utf8'));
const alerts = (read('rules.yaml') as { groups: { rules: Rule[] }[] }).groups
  .flatMap(({ rules }) => rules)
  .filter(({ alert }) => alert !== undefined);
const names = alerts.map(({ alert }) => String(alert)).sort();

describe('the alerts', () => {
  it('each have a page of their name, and no page is left over', () => {
    const folder = fileURLToPath(new URL('../../../docs/runbooks/', import.meta.url));
    const pages = readdirSync(folder).filter((name) => name !== 'README.md');
    expect(pages.sort()).toEqual(names.map((name) => `${name}.md`));
    for (const { alert, annotations } of alerts) expect(annotations?.runbook).toBe(`docs/runbooks/${alert}.md`);
  });

  it('each have a test in which they fire and one in which they do not', () => {
    const cases = tests
      .flatMap((name) => (read(name) as { tests: RuleTest[] }).tests)
      .flatMap((one) => one.alert_rule_test);
    const named = (fires: boolean): string[] => [
      ...new Set(
        cases.filter(({ exp_alerts: expected = [] }) => expected.length > 0 === fires).map((one) => one.alertname),
      ),
    ];
    expect(named(true).sort()).toEqual(names);
    expect(named(false).sort()).toEqual(names);
  });
});

const promtool = (folder: string, ...args: readonly string[]): string =>
  execFileSync('promtool', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

const isInstalled = hasPrometheus();
(isInstalled ? describe : describe.skip)('promtool', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'kushk-alerts-'));
  afterAll(() => rmSync(scratch, { recursive: true }));

  it('accepts the configuration and the rules, and their tests pass', () => {
    promtool(observability, 'check', 'config', 'prometheus.yaml');
    promtool(observability, 'test', 'rules', ...tests);
  });

  it('finds an expression that is broken', () => {
    cpSync(observability, scratch, { recursive: true });
    const rules = join(scratch, 'rules.yaml');
    writeFileSync(
      rules,
      readFileSync(rules, 'utf8').replace('kushk_log_behind_stream) == 1', 'kushk_log_behind_stream) == 2'),
    );
    expect(() => promtool(scratch, 'test', 'rules', 'rules.test.yaml')).toThrow('KushkLogBehindStream');
  });
});
if (!isInstalled) addRunNote(prometheusNote);
