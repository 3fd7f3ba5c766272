/** PostgreSQL: every server, and the role of every service on the one that accepts writes. */
import { inspectDatabase, type DatabaseReport } from '@kushk/event-store';
import { connectionCause, connectionProblem, serverUrls } from '@kushk/runtime';
import type { ServiceName } from '@kushk/contracts';
import type { Answers } from '../folder/answers.js';
import { connectionsNeeded } from '../folder/postgres-files.js';
import { databaseServicesOf } from '../folder/processes.js';
import { SERVICES } from '../built-service.js';
import { postgresAdvice, problemAndAdvice } from './advice.js';
import { answered, isLate, ok, unanswered, wrong, type Finding, type Part } from './finding.js';
import { storedFingerprint, storedVariable, type StoredDeployment } from '../folder/stored-deployment.js';

const oldestVersion = 18;
const mostClockMs = 2_000;

/** One inspection of one server as one role. */
export interface Inspected {
  readonly host: string;
  readonly service: ServiceName;
  readonly report: DatabaseReport | null;
  /** Why there is no report. */
  readonly error: unknown;
}

/** Loaded is what the server shows; the folder has another one when the server has not read it again. */
const servedOther = (certificate: string | null, stored: string | null): boolean =>
  certificate !== null && stored !== null && certificate !== stored;

export function postgresPart(deployment: StoredDeployment): Part {
  const services = databaseServicesOf(deployment.answers);
  const inspect = async (): Promise<readonly Finding[]> =>
    postgresFindings(
      deployment.answers,
      await Promise.all(services.flatMap((service) => inspectionsOf(deployment, service))),
      storedFingerprint(deployment.folder, 'postgres/tls/server'),
    );
  return { about: 'postgres', find: inspect };
}

/** What follows from the inspections of all servers as all roles. */
export function postgresFindings(
  answers: Answers,
  inspected: readonly Inspected[],
  certificate: string | null = null,
): readonly Finding[] {
  const hosts = [...new Set(inspected.map(({ host }) => host))];
  return [
    ...hosts.flatMap((host) => findingsOfHost(host, { answers, inspected, certificate })),
    ...noPrimary(inspected),
    ...databaseServicesOf(answers).map((service) => findingOfRole(service, { answers, inspected })),
  ];
}

function inspectionsOf(deployment: StoredDeployment, service: ServiceName): readonly Promise<Inspected>[] {
  const address = storedVariable(deployment, service, 'KUSHK_DATABASE_URL');
  if (address === undefined) return [];
  return serverUrls(address).map(async (url) => {
    const host = /@([^/?]*)/.exec(url)?.[1] ?? url;
    try {
      return { host, service, report: await answered(inspectDatabase(url, SERVICES)), error: null };
    } catch (error) {
      return { host, service, report: null, error };
    }
  });
}

interface OfHost {
  readonly answers: Answers;
  readonly inspected: readonly Inspected[];
}

function findingsOfHost(
  host: string,
  { answers, inspected, certificate }: OfHost & { readonly certificate: string | null },
): readonly Finding[] {
  const about = `postgres ${host}`;
  const here = inspected.filter((one) => one.host === host);
  const report = here.find((one) => one.report !== null)?.report;
  if (!report) {
    const problem = here.find(({ error }) => !isOfRole(error));
    // What is of the role has a line of its own.
    if (problem === undefined) return [ok(about, 'answers')];
    if (isLate(problem.error)) return [unanswered(about)];
    return [wrong(about, problemAndAdvice(problem.error, adviceFor(problem.service, answers)))];
  }
  const problems = [...problemsOfServer(report, answers)];
  if (servedOther(report.certificate, certificate))
    problems.push(
      'it serves another certificate than postgres/tls/server.crt: copy it there, and select pg_reload_conf()',
    );
  const role = report.isReadOnly ? 'standby' : 'accepts writes';
  const archive = report.settings.archive_mode === 'off' ? '; archive_mode is off: no backup to a moment in time' : '';
  return problems.length > 0
    ? problems.map((problem) => wrong(about, problem))
    : [ok(about, `PostgreSQL ${report.version}, ${role}, ${report.settings.max_connections} connections${archive}`)];
}

const isOfRole = (error: unknown): boolean =>
  ['login', 'rights', 'access', 'roleLimit'].includes(connectionCause(error) ?? '');

const adviceFor = (role: ServiceName, answers: Answers) =>
  postgresAdvice({ role, database: answers['postgres.database'], connectionsNeeded: connectionsNeeded(answers) });

function* problemsOfServer(report: DatabaseReport, answers: Answers): Generator<string> {
  const { version, settings, clockAheadMs } = report;
  if (Number.parseInt(version, 10) < oldestVersion)
    yield `it is PostgreSQL ${version}: install version ${oldestVersion} or newer`;
  if (!report.isEncrypted)
    yield 'the connection is not encrypted: set ssl = on, and sslmode=verify-full in the address';
  const needed = connectionsNeeded(answers);
  if (Number(settings.max_connections) < needed)
    yield `max_connections is ${settings.max_connections}, and ${needed} are needed with ${answers.replicas} of each process: set max_connections = ${needed}, and restart it`;
  if (!['replica', 'logical'].includes(settings.wal_level))
    yield `wal_level is ${settings.wal_level}: set it to replica, for standbys and backups`;
  const archives = answers['postgres.wal_archive'] !== null;
  if (archives && settings.archive_mode === 'off' && !report.isStandby)
    yield 'archive_mode is off: start it with postgres/postgresql.conf of the folder, which archives';
  if (archives && report.failedArchive !== null)
    yield `it cannot archive ${report.failedArchive}, so that backups end before it: read its log, and correct archive_command or ${answers['postgres.wal_archive']}`;
  if (report.backupReplicates !== true)
    yield report.backupReplicates === null
      ? 'there is no role backup: run postgres/roles.sql'
      : 'the role backup may not replicate, so that no backup is possible: run postgres/roles.sql';
  if (settings.fsync !== 'on') yield 'fsync is off: set it to on, or a crash loses what was answered';
  if (Math.abs(clockAheadMs) > mostClockMs)
    yield `the clock of this machine is ${Math.abs(clockAheadMs)} ms ${clockAheadMs > 0 ? 'ahead of' : 'behind'} that of the server: run a time service on both`;
}

function noPrimary(inspected: readonly Inspected[]): readonly Finding[] {
  const reports = inspected.flatMap(({ host, report }) => (report === null ? [] : [{ host, ...report }]));
  const isWhole = reports.some(({ isReadOnly }) => !isReadOnly) || inspected.some(({ error }) => isLate(error));
  if (reports.length === 0 || isWhole) return [];
  const primary = reports.find(({ isStandby }) => !isStandby);
  return [
    wrong(
      'postgres',
      primary === undefined
        ? 'no server accepts writes: promote a standby, or name the primary in postgres.hosts'
        : `no server accepts writes: default_transaction_read_only is on at ${primary.host}, which is no standby: reset it there, or of its roles and database`,
    ),
  ];
}

function findingOfRole(service: ServiceName, { answers, inspected }: OfHost): Finding {
  const about = `postgres role ${service}`;
  const own = inspected.filter((one) => one.service === service);
  if (own.length === 0) return wrong(about, 'KUSHK_DATABASE_URL is missing: run kushk-deploy init again');
  const report = own.find((one) => one.report?.isReadOnly === false)?.report ?? own.find((one) => one.report)?.report;
  if (!report) {
    const refused = own.find(({ error }) => isOfRole(error));
    if (refused !== undefined) return wrong(about, problemAndAdvice(refused.error, adviceFor(service, answers)));
    if (own.some(({ error }) => isLate(error))) return unanswered(about);
    return wrong(about, `not tried: ${problemAndAdvice(own[0]?.error, adviceFor(service, answers))}`);
  }
  const [problem] = problemsOfRole(service, report);
  return problem === undefined ? ok(about, 'logs in and writes in its own schema') : wrong(about, problem);
}

function* problemsOfRole(service: ServiceName, report: DatabaseReport): Generator<string> {
  const remedy = 'run postgres/roles.sql';
  if (report.role !== service) yield `KUSHK_DATABASE_URL logs in as ${report.role}: it must be ${service}`;
  if (report.isSuperuser) yield `it is a superuser: alter role ${service} nosuperuser`;
  if (report.schema !== service)
    yield `its search_path leads to ${report.schema ?? 'no schema that exists'} instead of ${service}: ${remedy}`;
  if (report.foreignSchemas.length > 0)
    yield `it may use the schema of ${report.foreignSchemas.join(' and ')}: revoke all on schema ${report.foreignSchemas[0]} from ${service}, and from public`;
  if (!report.hasTemporary) yield `it may not create temporary tables: ${remedy}`;
  if (report.writeError !== null)
    yield `it cannot write in its schema (${connectionProblem(report.writeError)}): ${remedy}`;
}
