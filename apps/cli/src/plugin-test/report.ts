/** Reports the results of `kushk plugin test` as text, JSON and JUnit XML. */
import type { Language } from '../phrase.js';
import { printable, type Terminal } from '../terminal.js';
import type { CaseResult } from './case.js';

/** The lines of the plugin's output under a case that failed: the last ones, where a stack trace names its error. */
const SHOWN_OUTPUT_LINES = 20;

const LABELS = {
  en: { did: 'did', expected: 'expected', got: 'got', fix: 'fix', output: 'output' },
  fa: { did: 'کار', expected: 'انتظار', got: 'نتیجه', fix: 'راه‌حل', output: 'خروجی' },
} as const;

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export function countsOf(results: readonly CaseResult[]): Counts {
  const of = (status: CaseResult['status']): number => results.filter((one) => one.status === status).length;
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped') };
}

/** The lines of one case: one for a case that passed, and all that helps to correct one that failed. */
export function caseLines(terminal: Terminal, result: CaseResult): string[] {
  const { texts, status, got, advice, shown, output, durationMs } = result;
  const { language } = terminal;
  switch (status) {
    case 'passed':
      return [
        `${terminal.paint('green', '✓')} ${result.case}  ${terminal.paint('dim', `${durationMs} ms`)}`,
        ...shown.map((line) => terminal.paint('dim', `    ${printable(line)}`)),
      ];
    case 'skipped':
      return [terminal.paint('dim', `- ${result.case}  ${advice?.[language] ?? ''}`)];
    case 'failed': {
      const labels = LABELS[language];
      const rows: readonly (readonly [string, string])[] = [
        [labels.did, texts.did[language]],
        [labels.expected, texts.expected[language]],
        [labels.got, printable(got)],
        [labels.fix, advice?.[language] ?? ''],
        ...lastLines(output).map((line, index): [string, string] => [
          index === 0 ? labels.output : '',
          printable(line),
        ]),
      ];
      const width = Math.max(...rows.map(([label]) => label.length));
      return [
        `${terminal.paint('red', '✗')} ${terminal.paint('bold', result.case)}`,
        ...rows.map(([label, text]) => `    ${terminal.paint('dim', label.padEnd(width))}  ${text}`),
      ];
    }
  }
}

function lastLines(output: string): readonly string[] {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(-SHOWN_OUTPUT_LINES);
}

/** One case as `--json` prints it. */
export function caseDocument(result: CaseResult, language: Language) {
  const { case: id, status, texts, got, advice, output, durationMs } = result;
  return {
    case: id,
    status,
    did: texts.did[language],
    expected: texts.expected[language],
    got,
    ...(status === 'failed' && { fix: advice?.[language] ?? '' }),
    ...(output !== '' && { output }),
    ...(status === 'skipped' && { reason: advice?.[language] ?? '' }),
    duration_ms: durationMs,
  };
}

/** The results as JUnit XML, which CI systems show as a table. */
export function junitXml(results: readonly CaseResult[], pluginId: string, language: Language): string {
  const { failed, skipped } = countsOf(results);
  const seconds = (ms: number): string => (ms / 1_000).toFixed(3);
  const total = seconds(results.reduce((sum, { durationMs }) => sum + durationMs, 0));
  const cases = results.map((result) => {
    const name = `name="${escaped(result.case)}" classname="${escaped(pluginId)}" time="${seconds(result.durationMs)}"`;
    const advice = result.advice?.[language] ?? '';
    if (result.status === 'passed') return `    <testcase ${name}/>`;
    if (result.status === 'skipped') return `    <testcase ${name}><skipped message="${escaped(advice)}"/></testcase>`;
    const { did, expected } = result.texts;
    const text = [did[language], expected[language], result.got, advice].join('\n');
    const output = result.output === '' ? '' : `<system-out>${escaped(result.output)}</system-out>`;
    const failure = `<failure message="${escaped(result.got)}">${escaped(text)}</failure>`;
    return `    <testcase ${name}>${failure}${output}</testcase>`;
  });
  const counts = `tests="${results.length}" failures="${failed}" skipped="${skipped}" time="${total}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="kushk plugin test" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** Escapes text for XML 1.0, and removes the characters that it cannot contain. */
function escaped(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replace(/\p{Surrogate}/gu, '')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
