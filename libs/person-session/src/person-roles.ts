import type { PersonWithRoles } from '@kushk/contracts';
import type { Identity } from './person-session.js';

/** What a person may do here. Each of the two services that store sessions provides it. Read on every request. */
export abstract class PersonRoles<Person extends PersonWithRoles = PersonWithRoles> {
  abstract of(identity: Identity): Promise<Person>;
  abstract hasAny(identity: Identity): Promise<boolean>;
}
