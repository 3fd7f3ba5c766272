/** `kushk-deploy check DIR`: tries everything that the processes of a folder need, all at once (docs/deployment.md). */
import { certificateParts } from './check/certificate-parts.js';
import { contentStorePart } from './check/content-store-part.js';
import { DEADLINE_MS, lineOf, runParts, type Finding, type Part } from './check/finding.js';
import { folderParts } from './check/folder-parts.js';
import { natsParts } from './check/nats-parts.js';
import { postgresPart } from './check/postgres-parts.js';
import { hubPart, signInPart } from './check/public-parts.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { openDeployment, type StoredDeployment } from './folder/stored-deployment.js';

export interface CheckOptions {
  readonly json?: true;
}

export async function runCheck(directory: string, { json }: CheckOptions): Promise<ExitCode> {
  const findings = await findingsOf(openDeployment(directory));
  const problems = findings.filter(({ problem }) => problem !== null);
  const late = findings.filter(({ isUnanswered }) => isUnanswered);
  const summary = summaryOf({ all: findings.length, wrong: problems.length, late: late.length });
  const document = {
    findings: findings.map(({ about, problem, detail, isUnanswered = false }) => ({
      about,
      problem,
      detail: detail ?? null,
      answered: !isUnanswered,
    })),
  };
  process.stdout.write(`${json ? JSON.stringify(document) : [...findings.map(lineOf), summary].join('\n')}\n`);
  if (problems.length > 0) return EXIT.found;
  return late.length > 0 ? EXIT.unreachable : EXIT.ok;
}

interface Counts {
  readonly all: number;
  readonly wrong: number;
  readonly late: number;
}

function summaryOf({ all, wrong, late }: Counts): string {
  const parts = [...(wrong > 0 ? [`${wrong} of ${all} wrong`] : []), ...(late > 0 ? [`${late} not answered`] : [])];
  return parts.length === 0 ? 'all is as it should be' : parts.join(', ');
}

/** Everything that is found before the deadline. */
async function findingsOf(deployment: StoredDeployment): Promise<readonly Finding[]> {
  const { answers } = deployment;
  const parts = [
    ...folderParts(deployment),
    ...certificateParts(deployment),
    postgresPart(deployment),
    ...natsParts(deployment),
    signInPart(deployment),
    ...(answers.scope === 'hub' ? [] : [contentStorePart(deployment), hubPart(deployment)]),
    ...(answers['containers.driver'] === 'docker' ? [await engine(deployment)] : []),
  ];
  return await runParts(parts, DEADLINE_MS);
}

/** The client of the engine is loaded only where it is needed. */
async function engine(deployment: StoredDeployment): Promise<Part> {
  const { enginePart } = await import('./check/engine-part.js');
  return enginePart(deployment);
}
