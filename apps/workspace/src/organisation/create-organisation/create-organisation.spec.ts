import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { added, sara, taken } from '../../../test/example-person.js';
import { membershipStream } from '../../person/membership.js';
import { personStream } from '../../person/person.js';
import { adminJoined, at, created, locale } from '../../../test/example-organisation.js';
import { organisationStream } from '../organisation.js';
import { createOrganisation } from './create-organisation.js';

const command = { organisationId: 'org_1', name: 'Example', locale, at, admin: sara };

describe('createOrganisation', () => {
  it('creates an organisation together with its first admin', () => {
    given({ organisation: [organisationStream], person: [personStream], membership: [membershipStream] })
      .when((states) => createOrganisation(command, states))
      .thenFactsOf({ organisation: [created, adminJoined('per_1')], person: [added], membership: [taken] })
      .thenReplies({ personId: 'per_1', role: 'admin' });
  });

  it('rejects the id of an existing organisation', () => {
    given({ organisation: [organisationStream, created], membership: [membershipStream] })
      .when((states) => createOrganisation(command, states))
      .thenRefuses('organisation.exists');
  });
});
