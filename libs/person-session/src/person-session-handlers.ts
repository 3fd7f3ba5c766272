import type { PersonSessionRequests, PersonWithRoles } from '@kushk/contracts';
import { personHandlers } from './person-handlers.js';
import { PersonSessions } from './person-sessions.view.js';
import { sessionEndHandlers } from './session-end-handlers.js';
import { SessionEnder } from './session-ender.js';
import { sessionHandlers } from './session-handlers.js';
import { signInHandlers } from './sign-in-handlers.js';
import { SignIns } from './sign-ins.view.js';

/** What the handlers need in the module of their service, besides its `PersonRoles`. */
export const personSessionProviders = [PersonSessions, SessionEnder, SignIns];

/** Returns the controllers that handle the requests of one service. */
export function personSessionHandlers<Person extends PersonWithRoles>(requests: PersonSessionRequests<Person>) {
  return [
    ...signInHandlers(requests),
    ...sessionHandlers(requests),
    ...sessionEndHandlers(requests),
    ...personHandlers(requests),
  ];
}
