/** NATS: every server, every login with its permissions, the streams, and the link to the hub. */
import { natsPermissions, type NatsRole } from '@kushk/contracts';
import { inspectNats, inspectStreams, reachesHub, type NatsReport } from '@kushk/broker';
import { serverUrls } from '@kushk/runtime';
import type { Answers } from '../folder/answers.js';
import { nameOf, processesOf } from '../folder/processes.js';
import { AUTHORITY_CERTIFICATE } from '../folder/server-files.js';
import { storedText } from '../folder/stored-files.js';
import { natsAdvice, problemAndAdvice } from './advice.js';
import { answered, isLate, ok, unanswered, wrong, type Finding, type Part } from './finding.js';
import { servedByNats } from './served-by-nats.js';
import { natsLogin, storedFingerprint, storedVariable, type StoredDeployment } from '../folder/stored-deployment.js';

const neededPayload = 8 * 1024 * 1024;

/** One inspection of one server as one user. */
export interface Inspected {
  readonly host: string;
  readonly role: NatsRole;
  readonly report: NatsReport | null;
  readonly error: unknown;
}

export function natsParts(deployment: StoredDeployment): readonly Part[] {
  return [
    { about: 'nats', find: () => findServersAndLogins(deployment) },
    { about: 'nats streams', find: () => findStreams(deployment) },
    ...(deployment.answers.scope === 'hub' ? [] : [{ about: 'nats link', find: () => findLink(deployment) }]),
  ];
}

async function findServersAndLogins(deployment: StoredDeployment): Promise<readonly Finding[]> {
  const { answers, folder } = deployment;
  const roles: readonly NatsRole[] = [...processesOf(answers), 'streams'];
  const [inspected, served] = await Promise.all([
    Promise.all(roles.flatMap((role) => inspectionsOf(deployment, role))),
    Promise.all(answers['nats.hosts'].map((host, index) => findCertificate(host, { folder, index }))),
  ]);
  return [...natsFindings(answers, inspected), ...served.flat()];
}

/** What follows from the inspections of all servers as all users. */
export function natsFindings(answers: Answers, inspected: readonly Inspected[]): readonly Finding[] {
  const roles: readonly NatsRole[] = [...processesOf(answers), 'streams'];
  const hosts = [...new Set(inspected.map(({ host }) => host))];
  return [
    ...hosts.map((host) => findingOfHost(host, { answers, inspected })),
    ...roles.map((role) => findingOfLogin(role, { answers, inspected })),
  ];
}

/** A server that cannot be reached, or has an invalid certificate, has a line already. */
async function findCertificate(
  host: string,
  { folder, index }: { readonly folder: string; readonly index: number },
): Promise<readonly Finding[]> {
  const path = `nats/tls/server-${index + 1}`;
  const { hostname, port } = new URL(`tls://${host}`);
  const own = storedFingerprint(folder, path);
  const authority = storedText(folder, AUTHORITY_CERTIFICATE);
  const served = await servedByNats({ hostname, port: Number(port), authority }).catch(() => null);
  if (served === null || own === null || served === own) return [];
  return [
    wrong(
      `nats ${host}`,
      `it serves another certificate than ${path}.crt: copy it there, and reload (nats-server --signal reload)`,
    ),
  ];
}

function inspectionsOf(deployment: StoredDeployment, role: NatsRole): readonly Promise<Inspected>[] {
  const login = natsLogin(deployment, role);
  if (login === null) return [];
  return serverUrls(login.url).map(async (url) => {
    const { host } = new URL(url);
    try {
      const report = await answered(inspectNats({ ...login, url, role, scope: deployment.answers.scope }));
      return { host, role, report, error: null };
    } catch (error) {
      return { host, role, report: null, error };
    }
  });
}

interface All {
  readonly answers: Answers;
  readonly inspected: readonly Inspected[];
}

const isLoginError = (error: unknown): boolean =>
  ['AuthorizationError', 'UserAuthenticationExpiredError'].includes(String((error as Error | null)?.name));

function findingOfHost(host: string, { answers, inspected }: All): Finding {
  const about = `nats ${host}`;
  const here = inspected.filter((one) => one.host === host);
  const report = here.find((one) => one.report !== null)?.report;
  if (!report) {
    const problem = here.find(({ error }) => !isLoginError(error));
    // A login that is not accepted has a line of its own.
    if (problem === undefined) return ok(about, 'answers');
    if (isLate(problem.error)) return unanswered(about);
    return wrong(about, problemAndAdvice(problem.error, natsAdvice));
  }
  const [problem] = problemsOfServer(report, answers);
  return problem === undefined
    ? ok(about, `nats-server ${report.version}${report.cluster === null ? '' : `, cluster ${report.cluster}`}`)
    : wrong(about, problem);
}

function* problemsOfServer(report: NatsReport, answers: Answers): Generator<string> {
  const [servers, { scope }] = [answers['nats.hosts'].length, answers];
  if (!report.isEncrypted) yield 'the connection is not encrypted: use the generated nats-N.conf, which has tls';
  if (report.maxPayload < neededPayload) yield `max_payload is ${report.maxPayload}: set max_payload: 8MB`;
  if (!report.hasJetStream) yield 'JetStream is off: use the generated nats-N.conf, which has jetstream';
  if (servers > 1 && report.cluster === null)
    yield `it is in no cluster, and nats.hosts names ${servers} servers: start each with its own nats-N.conf`;
  if (servers > 1 && report.cluster !== null && report.cluster !== scope)
    yield `it is in the cluster ${report.cluster} instead of ${scope}: use the generated nats-N.conf`;
}

/** Every server has its own copy of the users: one that was not reloaded knows others. */
function findingOfLogin(role: NatsRole, { answers, inspected }: All): Finding {
  const about = `nats login ${nameOf(role)}`;
  const own = inspected.filter((one) => one.role === role);
  if (own.length === 0) return wrong(about, 'KUSHK_NATS_URL is missing: run kushk-deploy init again');
  const refused = own.find(({ error }) => isLoginError(error));
  if (refused !== undefined) return wrong(about, problemAndAdvice(refused.error, natsAdvice, ` at ${refused.host}`));
  const wanted = natsPermissions({ role, scope: answers.scope });
  for (const { host, report } of own) {
    const difference = report === null ? null : differenceOf(report, wanted);
    if (difference !== null)
      return wrong(about, `${difference} at ${host}: run kushk-deploy init again, and reload this server`);
  }
  if (own.some(({ report }) => report !== null)) return ok(about, 'logs in, and may do what this version needs');
  if (own.some(({ error }) => isLate(error))) return unanswered(about);
  return wrong(about, `not tried: ${problemAndAdvice(own[0]?.error, natsAdvice)}`);
}

function differenceOf(
  { permissions }: NatsReport,
  wanted: { readonly publish: readonly string[]; readonly subscribe: readonly string[] },
): string | null {
  if (permissions === null) return 'its permissions are not those of this version';
  for (const verb of ['publish', 'subscribe'] as const) {
    const missing = wanted[verb].find((subject) => !permissions[verb].includes(subject));
    if (missing !== undefined) return `it may not ${verb} ${missing}`;
    const surplus = permissions[verb].find((subject) => !wanted[verb].includes(subject));
    if (surplus !== undefined) return `it may ${verb} ${surplus}, which it must not`;
  }
  return null;
}

async function findStreams(deployment: StoredDeployment): Promise<readonly Finding[]> {
  const about = 'nats streams';
  const { scope, 'nats.hosts': hosts } = deployment.answers;
  const login = natsLogin(deployment, 'streams');
  if (login === null) return [wrong(about, 'KUSHK_NATS_URL is missing: run kushk-deploy init again')];
  const [server] = serverUrls(login.url);
  const command = 'run kushk-deploy streams create';
  let report;
  try {
    report = await inspectStreams({ ...login, url: hosts.length === 1 ? server : login.url, role: 'streams', scope });
  } catch (error) {
    return [wrong(about, `not read: ${problemAndAdvice(error, natsAdvice)}`)];
  }
  const other = Object.entries(report.replicas).find(([, replicas]) => replicas !== hosts.length);
  if (report.missing.length > 0) return [wrong(about, `${report.missing.join(', ')} missing: ${command}`)];
  if (other !== undefined)
    return [wrong(about, `${other[0]} has ${other[1]} copies, and there are ${hosts.length} servers: ${command}`)];
  if (report.degraded.length > 0)
    return [wrong(about, `${report.degraded.join(', ')}: a copy is offline; start the other NATS servers`)];
  return [ok(about, `${Object.keys(report.replicas).length} streams of facts with ${hosts.length} copies`)];
}

async function findLink(deployment: StoredDeployment): Promise<readonly Finding[]> {
  const about = 'nats link';
  const login = natsLogin(deployment, 'installation');
  const prefix = storedVariable(deployment, 'installation', 'KUSHK_HUB_JETSTREAM');
  if (login === null || prefix === undefined) return [wrong(about, 'not tried: run kushk-deploy init again')];
  const { scope } = deployment.answers;
  const holder = nameInCredentials(storedText(deployment.folder, 'nats/link.creds') ?? '');
  if (holder !== null && holder !== scope)
    return [wrong(about, `nats/link.creds are those of ${holder}: kushk-deploy rotate link-credentials, with its own`)];
  try {
    return (await reachesHub({ ...login, role: 'installation', scope }, prefix))
      ? [ok(about, 'the hub answers')]
      : [
          wrong(
            about,
            'the hub does not answer: its streams must exist, nats.leaf must be reachable, and link.creds that of the last registration',
          ),
        ];
  } catch (error) {
    return [wrong(about, `not tried: ${problemAndAdvice(error, natsAdvice)}`)];
  }
}

/** The registration names the credentials of a link by the instance. */
function nameInCredentials(text: string): string | null {
  const [, claims] = /-----BEGIN NATS USER JWT-----\s+[^.\s]+\.([^.\s]+)\./.exec(text) ?? [];
  if (claims === undefined) return null;
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { readonly name?: string }).name ?? null;
}
