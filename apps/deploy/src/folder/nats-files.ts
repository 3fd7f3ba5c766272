/** The configuration files of the NATS servers of a hub (operator mode) or an instance (leaf node). */
import type { NatsRole } from '@kushk/contracts';
import type { NatsOperator } from '@kushk/credentials/nats-operator';
import { instanceLines, operatorLines, pingLines } from '@kushk/embedded';
import type { Answers } from './answers.js';
import { nameOf } from './processes.js';
import { privateFile, publicFile, type Deployment, type Files } from './process-files.js';

/** Where a server finds the files of the folder `nats`, and where it stores its data, which must be persistent. */
export const NATS_FOLDER = '/etc/nats';
export const NATS_DATA = '/data';
/** The public part of the operator: JWTs, which are signed once and must stay the same. */
export const OPERATOR_FILE = 'nats/operator.json';
const clusterPortOffset = 2_000;
const text = (value: string): string => JSON.stringify(value);

const portOf = (address: string): string => address.slice(address.lastIndexOf(':') + 1);
const hostOf = (address: string): string => address.slice(0, address.lastIndexOf(':'));

/** The hosts that the certificate of each server must have: its own, and of a hub also that of the leaf address. */
export function hostsOfServer(answers: Answers, index: number): readonly string[] {
  const own = hostOf(answers['nats.hosts'][index] ?? '');
  const leaf = new URL(answers['nats.leaf']).hostname;
  return answers.scope === 'hub' && leaf !== own ? [own, leaf] : [own];
}

/** One file per server. `operator` is null for an instance. */
export function natsFiles(deployment: Deployment, operator: NatsOperator['server'] | null): Files {
  const { answers } = deployment;
  const own = operator === null ? linesOfInstance(deployment) : linesOfHub(answers, operator);
  return {
    ...(operator !== null && { [OPERATOR_FILE]: publicFile(`${JSON.stringify(operator, null, 2)}\n`) }),
    ...Object.fromEntries(
      answers['nats.hosts'].map((_, index) => [
        `nats/nats-${index + 1}.conf`,
        privateFile(`${[...serverLines(answers, index), ...own(index)].join('\n')}\n`),
      ]),
    ),
    [`nats/${authorityName}`]: publicFile(deployment.authority),
  };
}

const authorityName = 'ca.crt';

/** All servers accept messages of up to 8 MB, sync what they acknowledge within 100 ms, and ping their clients. */
function serverLines(answers: Answers, index: number): string[] {
  const { scope, 'nats.hosts': hosts } = answers;
  return [
    `server_name: ${text(hosts.length === 1 ? scope : `${scope}-${index + 1}`)}`,
    `listen: ${text(`0.0.0.0:${portOf(hosts[index] ?? '')}`)}`,
    // Otherwise clients learn every address of the machine, and the certificate has only this name.
    `client_advertise: ${text(hosts[index] ?? '')}`,
    'max_payload: 8MB',
    ...pingLines,
    `jetstream { store_dir: ${text(`${NATS_DATA}/jetstream`)}, sync_interval: "100ms", domain: ${text(scope)} }`,
    `tls ${certificate(index, '')}`,
    ...(hosts.length > 1 ? clusterLines(answers, index) : []),
  ];
}

/** The members of a cluster authenticate each other by certificates of the authority. */
function clusterLines({ scope, 'nats.hosts': hosts }: Answers, index: number): string[] {
  const clusterPort = (address: string): number => Number(portOf(address)) + clusterPortOffset;
  const others = hosts.filter((_, other) => other !== index);
  return [
    'cluster {',
    `  name: ${text(scope)}`,
    `  listen: ${text(`0.0.0.0:${clusterPort(hosts[index] ?? '')}`)}`,
    `  advertise: ${text(`${hostOf(hosts[index] ?? '')}:${clusterPort(hosts[index] ?? '')}`)}`,
    `  routes: [${others.map((host) => text(`nats-route://${hostOf(host)}:${clusterPort(host)}`)).join(', ')}]`,
    `  tls ${certificate(index, `, ca_file: ${text(`${NATS_FOLDER}/${authorityName}`)}, verify: true`)}`,
    '}',
  ];
}

function certificate(index: number, more: string): string {
  const file = (end: string): string => text(`${NATS_FOLDER}/tls/server-${index + 1}.${end}`);
  // Processes that start together on a busy machine need more than the two seconds of the server's default.
  return `{ cert_file: ${file('crt')}, key_file: ${file('key')}${more}, timeout: 5 }`;
}

function linesOfHub(answers: Answers, operator: NatsOperator['server']): (index: number) => string[] {
  return (index) => [
    'leafnodes {',
    `  listen: ${text(`0.0.0.0:${portOf(answers['nats.leaf'])}`)}`,
    '  no_advertise: true',
    `  tls ${certificate(index, '')}`,
    '}',
    ...operatorLines(operator, `${NATS_DATA}/accounts`),
  ];
}

function linesOfInstance({ answers, values }: Deployment): () => string[] {
  const lines = instanceLines({
    id: answers.scope,
    remote: {
      url: answers['nats.leaf'],
      credentials: `${NATS_FOLDER}/link.creds`,
      ...(answers['hub.authority_file'] !== null && { authority: `${NATS_FOLDER}/hub-ca.crt` }),
    },
    passwordOf: (role: NatsRole) => values[`nats-password-${nameOf(role)}`],
  });
  return () => lines;
}
