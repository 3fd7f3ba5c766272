import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { adminJoined, created } from '../../../test/example-organisation.js';
import { organisationStream } from '../../organisation/organisation.js';
import { added, freed, sara, taken } from '../../../test/example-person.js';
import { membershipStream } from '../membership.js';
import { personStream } from '../person.js';
import { addPerson } from './add-person.js';

const streams = { organisation: [organisationStream, created], person: [personStream] } as const;

describe('addPerson', () => {
  it('adds an admin and reserves the membership', () => {
    given({ ...streams, membership: [membershipStream] })
      .when((states) => addPerson(sara, states))
      .thenFactsOf({ organisation: [adminJoined('per_1')], person: [added], membership: [taken] })
      .thenReplies({ personId: 'per_1', role: 'admin' });
  });

  it('adds a member without changing the set of admins', () => {
    given({ ...streams, membership: [membershipStream] })
      .when((states) => addPerson({ ...sara, role: 'member' }, states))
      .thenState({ organisation: { adminIds: [] }, person: { status: 'active', role: 'member' } });
  });

  it('rejects a sign-in identity that already belongs to the organisation', () => {
    given({ ...streams, membership: [membershipStream, taken] })
      .when((states) => addPerson({ ...sara, personId: 'per_2' }, states))
      .thenRefuses('person.exists', { id: 'per_1' });
  });

  it('adds a removed person again under a new id', () => {
    given({ ...streams, membership: [membershipStream, taken, freed] })
      .when((states) => addPerson({ ...sara, personId: 'per_2' }, states))
      .thenState({ membership: { status: 'taken', personId: 'per_2' } });
  });

  it('rejects an organisation that does not exist', () => {
    given({ organisation: [organisationStream], membership: [membershipStream] })
      .when((states) => addPerson(sara, states))
      .thenRefuses('organisation.not_found');
  });
});
