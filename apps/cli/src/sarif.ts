/** Formats problems as SARIF 2.1.0 (OASIS), the format for code scanning results in GitHub, GitLab and editors. */
import type { Problem } from '@kushk/contracts';
import { blockingProblems } from '@kushk/manifest';
import { pathInRepository } from './repository-path.js';
import { problemTexts, type Language } from './terminal.js';
import { VERSION } from './version.js';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
/** The SARIF placeholder for the root of the checkout. */
const ROOT = '%SRCROOT%';

/** Describes one run over one file. Each problem code becomes a rule. Advice becomes a warning. */
export function sarifLog(file: string, problems: readonly Problem[], language: Language): object {
  const codes = [...new Set(problems.map(({ code }) => code))];
  const uri = file === '-' ? 'stdin' : pathInRepository(file).split('/').map(encodeURIComponent).join('/');
  const results = problems.map((problem) => {
    const { code, path, stage, line, column } = problem;
    const { message, hint } = problemTexts(problem, language);
    const region = line === undefined ? {} : { region: { startLine: line, startColumn: column ?? 1 } };
    return {
      ruleId: code,
      ruleIndex: codes.indexOf(code),
      level: blockingProblems([problem]).length > 0 ? 'error' : 'warning',
      message: {
        text: `${path} ${message}${hint === undefined ? '' : ` (${hint})`}`.trim(),
      },
      locations: [
        {
          physicalLocation: { artifactLocation: { uri, uriBaseId: ROOT }, ...region },
          logicalLocations: [{ fullyQualifiedName: path, kind: 'member' }],
        },
      ],
      // A problem is identified by its code and path, because its line changes with every edit of the file.
      partialFingerprints: { 'codeAndPath/v1': `${code} ${path}` },
      properties: { stage },
    };
  });
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'kushk',
            version: VERSION,
            semanticVersion: VERSION,
            rules: codes.map((id) => ({ id, shortDescription: { text: id.replaceAll('_', ' ') } })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results,
      },
    ],
  };
}
