import { describe, expect, it } from '@jest/globals';
import type { NatsReport } from '@kushk/broker';
import { natsPermissions, type NatsRole } from '@kushk/contracts';
import { checkAnswers } from '../folder/read-answers.js';
import { natsFindings, type Inspected } from './nats-parts.js';

const hosts = ['a:4222', 'b:4222', 'c:4222'];
const roles: readonly NatsRole[] = ['catalogue', 'review', 'hub_gateway', 'streams'];
const { answers } = checkAnswers({
  scope: 'hub',
  url: 'https://hub.example',
  'postgres.hosts': ['db:5432'],
  'nats.hosts': hosts,
  'nats.leaf': 'tls://nats:7422',
  'sign_in.issuer': 'https://id.example',
  'sign_in.audience': 'hub',
  first_person: 'one',
});
const reportFor = (role: NatsRole): NatsReport => ({
  version: '2.14.0',
  maxPayload: 8 * 1024 * 1024,
  isEncrypted: true,
  hasJetStream: true,
  cluster: 'hub',
  permissions: natsPermissions({ role, scope: 'hub' }),
});

/** The problems of a cluster in which the last server answers `changed` to the user of the reviewers. */
function problemsWith(changed: Partial<Inspected>): readonly (string | null)[] {
  const inspected = hosts.flatMap((host) =>
    roles.map((role): Inspected => {
      const isChanged = host === 'c:4222' && role === 'review';
      return { host, role, report: reportFor(role), error: null, ...(isChanged && changed) };
    }),
  );
  return natsFindings(answers!, inspected)
    .filter(({ problem }) => problem !== null)
    .map(({ about, problem }) => `${about}: ${problem}`);
}

describe('the findings of NATS', () => {
  it('name nothing for a cluster that is right', () => {
    expect(problemsWith({})).toEqual([]);
  });

  it('name the server that has other permissions for a user than the others', () => {
    const report = { ...reportFor('review'), permissions: { publish: ['>'], subscribe: [] } };
    expect(problemsWith({ report })).toEqual([expect.stringMatching(/^nats login review: it may .* at c:4222: /)]);
  });

  it('name the server that does not accept a user', () => {
    const error = Object.assign(new Error(''), { name: 'AuthorizationError' });
    expect(problemsWith({ report: null, error })).toEqual([
      expect.stringMatching(/^nats login review: the user, .* at c:4222: load the nats-N\.conf/),
    ]);
  });
});
