/** Opens a folder that `kushk-deploy init` has written, for the commands that read it. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { authorityOf, type StoredDeployment } from './check/stored-deployment.js';
import { EXIT, Failure } from './exit-codes.js';
import { processesOf } from './folder/processes.js';
import { answersFrom, ANSWERS } from './init.js';

export function openDeployment(directory: string): StoredDeployment {
  const folder = resolve(directory);
  if (!existsSync(join(folder, ANSWERS))) throw new Failure(EXIT.usage, `${folder} has no ${ANSWERS}: run init first`);
  const deployment = { folder, answers: answersFrom(join(folder, ANSWERS)) };
  const [first] = processesOf(deployment.answers);
  const authority = first && authorityOf(deployment, first);
  // What NODE_EXTRA_CA_CERTS does for the processes.
  if (authority) setDefaultCACertificates([...getCACertificates('default'), authority]);
  return deployment;
}
