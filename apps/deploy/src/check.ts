/** `kushk-deploy check DIR`: tries everything that the processes of a folder need, all at once (docs/deployment.md). */
import { resolve } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { certificateParts } from './check/certificate-parts.js';
import { contentStorePart } from './check/content-store-part.js';
import { enginePart } from './check/engine-part.js';
import { lineOf, runParts, type Finding } from './check/finding.js';
import { folderParts } from './check/folder-parts.js';
import { natsParts } from './check/nats-parts.js';
import { postgresPart } from './check/postgres-parts.js';
import { signInPart } from './check/sign-in-part.js';
import { authorityOf, type StoredDeployment } from './check/stored-deployment.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { processesOf } from './folder/processes.js';
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
  trustAuthority(deployment);
  return await runParts([
    ...folderParts(deployment),
    ...certificateParts(deployment),
    postgresPart(deployment),
    ...natsParts(deployment),
    signInPart(deployment),
    ...(answers.scope === 'hub' ? [] : [contentStorePart(deployment)]),
    ...(answers['containers.driver'] === 'docker' ? [enginePart(deployment)] : []),
  ]);
}

/** What `NODE_EXTRA_CA_CERTS` does for the processes. */
function trustAuthority(deployment: StoredDeployment): void {
  const [first] = processesOf(deployment.answers);
  const authority = first && authorityOf(deployment, first);
  if (authority) setDefaultCACertificates([...getCACertificates('bundled'), ...getCACertificates('extra'), authority]);
}
