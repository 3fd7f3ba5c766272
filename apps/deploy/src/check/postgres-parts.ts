/** PostgreSQL: every server, and the role of every service on the one that accepts writes. */
import { inspectDatabase, type DatabaseReport } from '@kushk/event-store';
import { connectionProblem, serverUrls } from '@kushk/runtime';
import type { ServiceName } from '@kushk/contracts';
import type { Answers } from '../folder/answers.js';
import { connectionsNeeded } from '../folder/postgres-files.js';
import { databaseServicesOf } from '../folder/processes.js';
import { SERVICES } from '../built-service.js';
import { ok, wrong, type Finding, type Part } from './finding.js';
import { storedVariable, type StoredDeployment } from './stored-deployment.js';

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

export function postgresPart(deployment: StoredDeployment): Part {
  const services = databaseServicesOf(deployment.answers);
  const inspect = async (): Promise<readonly Finding[]> =>
    postgresFindings(
      deployment.answers,
      await Promise.all(services.flatMap((service) => inspectionsOf(deployment, service))),
    );
  return { about: 'postgres', find: inspect };
}

/** What follows from the inspections of all servers as all roles. */
export function postgresFindings(answers: Answers, inspected: readonly Inspected[]): readonly Finding[] {
  const hosts = [...new Set(inspected.map(({ host }) => host))];
  return [
    ...hosts.flatMap((host) => findingsOfHost(host, { answers, inspected })),
    ...noPrimary(inspected),
    ...databaseServicesOf(answers).map((service) => findingOfRole(service, inspected)),
  ];
}

function inspectionsOf(deployment: StoredDeployment, service: ServiceName): readonly Promise<Inspected>[] {
  const address = storedVariable(deployment, service, 'KUSHK_DATABASE_URL');
  if (address === undefined) return [];
  return serverUrls(address).map(async (url) => {
    const host = /@([^/?]*)/.exec(url)?.[1] ?? url;
    try {
      return { host, service, report: await inspectDatabase(url, SERVICES), error: null };
    } catch (error) {
      return { host, service, report: null, error };
    }
  });
}

interface OfHost {
  readonly answers: Answers;
  readonly inspected: readonly Inspected[];
}

function findingsOfHost(host: string, { answers, inspected }: OfHost): readonly Finding[] {
  const about = `postgres ${host}`;
  const here = inspected.filter((one) => one.host === host);
  const report = here.find((one) => one.report !== null)?.report;
  if (!report) {
    const problem = here.find(({ error }) => !isLoginError(error));
    // A login that is not accepted is of the role, which has a line of its own.
    return problem === undefined
      ? [ok(about, 'answers')]
      : [wrong(about, `${connectionProblem(problem.error)}; correct postgres.hosts, or the server`)];
  }
  const problems = [...problemsOfServer(report, answers)];
  const role = report.isReadOnly ? 'standby' : 'accepts writes';
  const archive = report.settings.archive_mode === 'off' ? '; archive_mode is off: no backup to a moment in time' : '';
  return problems.length > 0
    ? problems.map((problem) => wrong(about, problem))
    : [ok(about, `PostgreSQL ${report.version}, ${role}, ${report.settings.max_connections} connections${archive}`)];
}

const isLoginError = (error: unknown): boolean =>
  ['28P01', '28000', '42501'].includes(String((error as { readonly code?: unknown } | null)?.code));

function* problemsOfServer(report: DatabaseReport, answers: Answers): Generator<string> {
  const { version, settings, clockAheadMs } = report;
  if (Number.parseInt(version, 10) < oldestVersion)
    yield `it is PostgreSQL ${version}: install version ${oldestVersion} or newer`;
  if (!report.isEncrypted)
    yield 'the connection is not encrypted: set ssl = on, and sslmode=verify-full in the address';
  const needed = connectionsNeeded(answers);
  if (Number(settings.max_connections) < needed)
    yield `max_connections is ${settings.max_connections}: ${needed} are needed with ${answers.replicas} of each process`;
  if (!['replica', 'logical'].includes(settings.wal_level))
    yield `wal_level is ${settings.wal_level}: set it to replica, for standbys and backups`;
  if (settings.fsync !== 'on') yield 'fsync is off: set it to on, or a crash loses what was answered';
  if (Math.abs(clockAheadMs) > mostClockMs)
    yield `the clock of this machine is ${Math.abs(clockAheadMs)} ms ${clockAheadMs > 0 ? 'ahead of' : 'behind'} that of the server: run a time service on both`;
}

function noPrimary(inspected: readonly Inspected[]): readonly Finding[] {
  const reports = inspected.flatMap(({ report }) => report ?? []);
  if (reports.length === 0 || reports.some(({ isReadOnly }) => !isReadOnly)) return [];
  return [wrong('postgres', 'no server accepts writes: promote a standby, or name the primary in postgres.hosts')];
}

function findingOfRole(service: ServiceName, inspected: readonly Inspected[]): Finding {
  const about = `postgres role ${service}`;
  const own = inspected.filter((one) => one.service === service);
  if (own.length === 0) return wrong(about, 'KUSHK_DATABASE_URL is missing: run kushk-deploy init again');
  const report = own.find((one) => one.report?.isReadOnly === false)?.report ?? own.find((one) => one.report)?.report;
  if (!report) {
    const refused = own.find(({ error }) => isLoginError(error)) ?? own[0];
    return wrong(
      about,
      `${connectionProblem(refused?.error)}; run postgres/roles.sql, which has its password and rights`,
    );
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
