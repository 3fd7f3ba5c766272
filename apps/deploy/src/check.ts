/** `kushk-deploy check DIR`: tries everything that the processes of a folder need, all at once (docs/deployment.md). */
import { resolve } from 'node:path';
import type { ServiceName } from '@kushk/contracts';
import { certificateParts } from './check/certificate-parts.js';
import { contentStorePart } from './check/content-store-part.js';
import { lineOf, runParts, type Finding, type Part } from './check/finding.js';
import { folderParts } from './check/folder-parts.js';
import { natsParts } from './check/nats-parts.js';
import { postgresPart } from './check/postgres-parts.js';
import { signInPart } from './check/sign-in-part.js';
import type { StoredDeployment } from './check/stored-deployment.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { AUTHORITY_FILE, folderOf, processesOf } from './folder/processes.js';
import { trustAuthority } from './folder/trust-authority.js';
import { answersFrom } from './init.js';

export interface CheckOptions {
  readonly json?: true;
}

export async function runCheck(directory: string, { json }: CheckOptions): Promise<ExitCode> {
  const findings = await findingsOf(resolve(directory));
  const problems = findings.filter(({ problem }) => problem !== null);
  const summary = problems.length === 0 ? 'all is as it should be' : `${problems.length} of ${findings.length} wrong`;
  const document = {
    findings: findings.map(({ about, problem, detail }) => ({ about, problem, detail: detail ?? null })),
  };
  process.stdout.write(`${json ? JSON.stringify(document) : [...findings.map(lineOf), summary].join('\n')}\n`);
  return problems.length === 0 ? EXIT.ok : EXIT.found;
}

/** Everything that is found in at most ten seconds. */
export async function findingsOf(folder: string): Promise<readonly Finding[]> {
  const answers = answersFrom(`${folder}/answers.yaml`);
  const deployment: StoredDeployment = { folder, answers };
  const [first] = processesOf(answers);
  // As the processes do: their copy may differ from that of the folder.
  trustAuthority(folder, `${folderOf(first as ServiceName)}/secrets/${AUTHORITY_FILE}`);
  return await runParts([
    ...folderParts(deployment),
    ...certificateParts(deployment),
    postgresPart(deployment),
    ...natsParts(deployment),
    signInPart(deployment),
    ...(answers.scope === 'hub' ? [] : [contentStorePart(deployment)]),
    ...(answers['containers.driver'] === 'docker' ? [await engine(deployment)] : []),
  ]);
}

/** The client of the engine is loaded only where it is needed. */
async function engine(deployment: StoredDeployment): Promise<Part> {
  const { enginePart } = await import('./check/engine-part.js');
  return enginePart(deployment);
}
