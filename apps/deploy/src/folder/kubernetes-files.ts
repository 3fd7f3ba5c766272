/** One Secret per process, and the values of the Helm chart. */
import type { NatsRole } from '@kushk/contracts';
import { stringify } from 'yaml';
import type { Answers } from './answers.js';
import { AUTHORITY_FILE, nameOf, processesOf } from './processes.js';
import {
  authorityFor,
  environmentOf,
  privateFile,
  publicFile,
  secretFilesOf,
  type Deployment,
  type Files,
} from './process-files.js';

export function kubernetesFiles(deployment: Deployment): Files {
  const { answers } = deployment;
  if (answers.target !== 'kubernetes') return {};
  const roles: readonly NatsRole[] = [...processesOf(answers), 'streams'];
  return {
    ...Object.fromEntries(
      roles.map((role) => [`kubernetes/${nameOf(role)}.yaml`, privateFile(secretOf(deployment, role))]),
    ),
    'kubernetes/values.yaml': publicFile(chartValues(deployment, roles)),
  };
}

const secretName = ({ scope }: Answers, role: NatsRole): string => `kushk-${scope}-${nameOf(role)}`;

function secretOf(deployment: Deployment, role: NatsRole): string {
  const files = { ...secretFilesOf(deployment, role), [AUTHORITY_FILE]: authorityFor(deployment, role) };
  const encoded = Object.entries(files).map(([name, text]) => [name, Buffer.from(text).toString('base64')]);
  return stringify({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: secretName(deployment.answers, role) },
    type: 'Opaque',
    data: Object.fromEntries(encoded),
  });
}

function chartValues(deployment: Deployment, roles: readonly NatsRole[]): string {
  const { answers } = deployment;
  const values = {
    scope: answers.scope,
    image: answers.image,
    replicas: answers.replicas,
    ingress: { host: new URL(answers.url).host, pluginDomain: answers.plugin_domain },
    natsServers: answers['nats.hosts'].length,
    processes: Object.fromEntries(
      roles.map((role) => [
        nameOf(role),
        { secret: secretName(answers, role), environment: environmentOf(deployment, role) },
      ]),
    ),
  };
  // Helm reads YAML 1.1, in which `off` without quotation marks is no text.
  return stringify(values, { version: '1.1' });
}
