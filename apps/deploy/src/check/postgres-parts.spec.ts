import { describe, expect, it } from '@jest/globals';
import type { DatabaseReport } from '@kushk/event-store';
import { checkAnswers } from '../folder/read-answers.js';
import { Unanswered, unanswered } from './finding.js';
import { postgresFindings, type Inspected } from './postgres-parts.js';

const { answers } = checkAnswers({
  scope: 'hub',
  url: 'https://hub.example',
  'postgres.hosts': ['a:5432', 'b:5432'],
  'postgres.wal_archive': '/wal',
  'nats.hosts': ['nats:4222'],
  'nats.leaf': 'tls://nats:7422',
  'sign_in.issuer': 'https://id.example',
  'sign_in.audience': 'hub',
  first_person: 'one',
});
const good: DatabaseReport = {
  version: '18.1',
  isReadOnly: false,
  isStandby: false,
  certificate: 'AB',
  failedArchive: null,
  backupReplicates: true,
  isEncrypted: true,
  clockAheadMs: 3,
  settings: { max_connections: '200', wal_level: 'replica', archive_mode: 'on', fsync: 'on' },
  role: 'catalogue',
  isSuperuser: false,
  schema: 'catalogue',
  hasTemporary: true,
  foreignSchemas: [],
  writeError: null,
};
const reviewOf = (report: DatabaseReport): DatabaseReport => ({ ...report, role: 'review', schema: 'review' });

/** The problems of a hub with a primary and a standby of which the primary is `changed`. */
function problemsWith(changed: Partial<DatabaseReport>, more: readonly Inspected[] = []): readonly string[] {
  const primary = { ...good, ...changed };
  const inspected: Inspected[] = [
    { host: 'a:5432', service: 'catalogue', report: primary, error: null },
    { host: 'a:5432', service: 'review', report: reviewOf(good), error: null },
    { host: 'b:5432', service: 'catalogue', report: { ...good, isReadOnly: true, isStandby: true }, error: null },
    {
      host: 'b:5432',
      service: 'review',
      report: reviewOf({ ...good, isReadOnly: true, isStandby: true }),
      error: null,
    },
  ];
  const others = inspected.filter(({ host }) => !more.some((one) => one.host === host));
  return postgresFindings(answers!, [...others, ...more], 'AB')
    .filter(({ problem }) => problem !== null)
    .map(({ about, problem }) => `${about}: ${problem}`);
}

describe('the findings of PostgreSQL', () => {
  it('name nothing for a primary and a standby that are right', () => {
    expect(problemsWith({})).toEqual([]);
  });

  it.each<[Partial<DatabaseReport>, RegExp]>([
    [{ version: '17.6' }, /^postgres a:5432: it is PostgreSQL 17\.6: install version 18/],
    [{ isEncrypted: false }, /^postgres a:5432: the connection is not encrypted/],
    [{ clockAheadMs: -2_500 }, /^postgres a:5432: the clock of this machine is 2500 ms behind/],
    [
      { settings: { ...good.settings, max_connections: '40' } },
      /max_connections is 40, and 68 are needed .* set max_connections = 68/,
    ],
    [{ settings: { ...good.settings, wal_level: 'minimal' } }, /wal_level is minimal/],
    [{ settings: { ...good.settings, fsync: 'off' } }, /fsync is off/],
    [{ settings: { ...good.settings, archive_mode: 'off' } }, /archive_mode is off: start it with/],
    [{ failedArchive: '000000010000000000000007' }, /it cannot archive 000000010000000000000007.* \/wal$/],
    [{ backupReplicates: false }, /the role backup may not replicate.*roles\.sql/],
    [{ backupReplicates: null }, /there is no role backup/],
    [{ certificate: 'CD' }, /it serves another certificate than postgres\/tls\/server\.crt/],
    [{ role: 'postgres' }, /^postgres role catalogue: KUSHK_DATABASE_URL logs in as postgres/],
    [{ isSuperuser: true }, /^postgres role catalogue: it is a superuser/],
    [{ schema: null }, /its search_path leads to no schema that exists/],
    [{ foreignSchemas: ['review'] }, /it may use the schema of review/],
    [{ hasTemporary: false }, /it may not create temporary tables/],
    [{ writeError: Object.assign(new Error('full'), { code: '53100' }) }, /the disk of the server is full/],
  ])('name %j', (changed, problem) => {
    expect(problemsWith(changed)).toEqual([expect.stringMatching(problem)]);
  });

  it('name servers of which none accepts writes', () => {
    const standby: Inspected = {
      host: 'a:5432',
      service: 'catalogue',
      report: { ...good, isReadOnly: true, isStandby: true },
      error: null,
    };
    const other: Inspected = {
      ...standby,
      service: 'review',
      report: reviewOf({ ...good, isReadOnly: true, isStandby: true }),
    };
    expect(problemsWith({}, [standby, other])).toEqual([expect.stringMatching(/^postgres: no server accepts writes/)]);
  });

  it('name a refused login once, beside its role', () => {
    const error = Object.assign(new Error('no'), { code: '28P01' });
    const refused: Inspected[] = ['a:5432', 'b:5432'].flatMap((host) => [
      { host, service: 'catalogue', report: null, error } as const,
      { host, service: 'review', report: reviewOf({ ...good, isReadOnly: host === 'b:5432' }), error: null } as const,
    ]);
    expect(problemsWith({}, refused)).toEqual([
      expect.stringMatching(/^postgres role catalogue: the user, the password/),
    ]);
  });

  it('distinguish servers that are read-only from standbys', () => {
    const report = { ...good, isReadOnly: true };
    const error = null;
    const readOnly: Inspected[] = [
      { host: 'a:5432', service: 'catalogue', report, error },
      { host: 'a:5432', service: 'review', report: reviewOf(report), error },
    ];
    expect(problemsWith({}, readOnly)).toEqual([
      expect.stringMatching(/default_transaction_read_only is on at a:5432/),
    ]);
  });

  it.each<[object, RegExp]>([
    [{ code: 'ECONNREFUSED' }, /refused.*: start it, or correct its host and port/],
    [{ code: 'CERT_HAS_EXPIRED' }, /expired: kushk-deploy rotate certificates/],
    [{ message: 'The server does not support SSL connections' }, /TLS: start it with postgres\/postgresql\.conf/],
    [
      { code: '53300', message: 'too many connections for role "catalogue"' },
      /alter role catalogue connection limit -1/,
    ],
    [{ code: '53300', message: 'sorry, too many clients already' }, /set max_connections to 68/],
    [{ code: '28000', message: 'no pg_hba.conf entry for host' }, /use postgres\/pg_hba\.conf/],
    [{ code: '28P01' }, /run postgres\/roles\.sql/],
  ])('advise what follows from %j', (cause, advice) => {
    const error = Object.assign(new Error(''), cause);
    const failed: Inspected[] = ['a:5432', 'b:5432'].flatMap((host) => [
      { host, service: 'catalogue', report: null, error } as const,
      { host, service: 'review', report: null, error } as const,
    ]);
    const problems = problemsWith({}, failed);
    expect(problems).toContainEqual(expect.stringMatching(advice));
    const isLogin = problems.every((problem) => problem.includes('roles.sql'));
    expect([isLogin, problems.some((problem) => problem.includes('roles.sql'))]).toEqual(
      advice.source.includes('roles') ? [true, true] : [false, false],
    );
  });

  it.each([new Unanswered(''), new Error('Connection terminated due to connection timeout')])(
    'know nothing about a server that does not answer in time: %p',
    (error) => {
      const late: Inspected[] = ['a:5432', 'b:5432'].flatMap((host) => [
        { host, service: 'catalogue', report: null, error } as const,
        { host, service: 'review', report: null, error } as const,
      ]);
      expect(postgresFindings(answers!, late)).toEqual(
        ['postgres a:5432', 'postgres b:5432', 'postgres role catalogue', 'postgres role review'].map((about) =>
          unanswered(about),
        ),
      );
    },
  );
});
