/** `kushk-deploy verify DIR`: whether a running hub or instance is complete, such as after a restore. */
import { readConfig } from '@kushk/runtime';
import type { Service } from './built-service.js';
import { findingsOf, lineOf, type Finding, type Part } from './check/finding.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { databaseServicesOf } from './folder/processes.js';
import { openDeployment, storedEnvironment, type StoredDeployment } from './folder/stored-deployment.js';
import { findContents, findDifferences, findWallets } from './verify/data-parts.js';
import { findFacts, findHub, findReplica } from './verify/fact-parts.js';

export interface VerifyOptions {
  readonly json?: true;
}

/** One part after the other: the services run beside it. Each line is written when it is known. */
export async function runVerify(directory: string, { json }: VerifyOptions): Promise<ExitCode> {
  const deployment = openDeployment(directory);
  const findings: Finding[] = [];
  for (const part of partsOf(deployment)) {
    const found = await findingsOf(part);
    findings.push(...found);
    if (!json) process.stdout.write(found.map((finding) => `${lineOf(finding)}\n`).join(''));
  }
  const problems = findings.filter(({ problem }) => problem !== null).length;
  const document = { findings: findings.map((finding) => ({ ...finding, detail: finding.detail ?? null })) };
  const summary = problems === 0 ? 'all is as it should be' : `${problems} of ${findings.length} wrong`;
  process.stdout.write(`${json ? JSON.stringify(document) : summary}\n`);
  return problems === 0 ? EXIT.ok : EXIT.found;
}

function partsOf(deployment: StoredDeployment): readonly Part[] {
  const services = databaseServicesOf(deployment.answers) as readonly Service[];
  const configOf = (service: Service) => readConfig(storedEnvironment(deployment, service));
  const ofEach = services.flatMap((service): readonly Part[] => [
    { about: `rebuild ${service}`, find: async () => [await findDifferences(service, configOf(service))] },
    { about: `log ${service}`, find: async () => findFacts(deployment, service, configOf(service)) },
  ]);
  if (deployment.answers.scope === 'hub')
    return [...ofEach, { about: 'releases stream', find: async () => [await findReplica(deployment)] }];
  return [
    ...ofEach,
    { about: 'wallets', find: async () => [await findWallets(configOf('wallet'))] },
    { about: 'contents', find: async () => [await findContents(configOf('workspace'))] },
    { about: 'hub', find: async () => findHub(deployment, configOf('installation')) },
  ];
}
