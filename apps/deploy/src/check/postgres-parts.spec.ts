import { describe, expect, it } from '@jest/globals';
import type { DatabaseReport } from '@kushk/event-store';
import { checkAnswers } from '../folder/read-answers.js';
import { postgresFindings, type Inspected } from './postgres-parts.js';

const { answers } = checkAnswers({
  scope: 'hub',
  url: 'https://hub.example',
  'postgres.hosts': ['a:5432', 'b:5432'],
  'nats.hosts': ['nats:4222'],
  'nats.leaf': 'tls://nats:7422',
  'sign_in.issuer': 'https://id.example',
  'sign_in.audience': 'hub',
  first_person: 'one',
});
const good: DatabaseReport = {
  version: '18.1',
  isReadOnly: false,
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
    { host: 'b:5432', service: 'catalogue', report: { ...good, isReadOnly: true }, error: null },
    { host: 'b:5432', service: 'review', report: reviewOf({ ...good, isReadOnly: true }), error: null },
  ];
  return postgresFindings(answers!, [
    ...inspected.filter(({ host }) => !more.some((one) => one.host === host)),
    ...more,
  ])
    .filter(({ problem }) => problem !== null)
    .map(({ about, problem }) => `${about}: ${problem}`);
}

describe('the findings of PostgreSQL', () => {
  it('are none for a primary and a standby', () => {
    expect(problemsWith({})).toEqual([]);
  });

  it.each<[Partial<DatabaseReport>, RegExp]>([
    [{ version: '17.6' }, /^postgres a:5432: it is PostgreSQL 17\.6: install version 18/],
    [{ isEncrypted: false }, /^postgres a:5432: the connection is not encrypted/],
    [{ clockAheadMs: -2_500 }, /^postgres a:5432: the clock of this machine is 2500 ms behind/],
    [{ settings: { ...good.settings, max_connections: '40' } }, /max_connections is 40: 68 are needed/],
    [{ settings: { ...good.settings, wal_level: 'minimal' } }, /wal_level is minimal/],
    [{ settings: { ...good.settings, fsync: 'off' } }, /fsync is off/],
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
      report: { ...good, isReadOnly: true },
      error: null,
    };
    const other: Inspected = { ...standby, service: 'review', report: reviewOf({ ...good, isReadOnly: true }) };
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
});
