import type { PersonSessionRequests, PersonWithRoles } from '@kushk/contracts';
import { personHandler } from './person-handler.js';
import { PersonSessions } from './person-sessions.view.js';
import { sessionEndHandler } from './session-end-handler.js';
import { SessionEnder } from './session-ender.js';
import { sessionHandler } from './session-handler.js';
import { signInHandler } from './sign-in-handler.js';
import { SignIns } from './sign-ins.view.js';

/** What the handlers need in the module of their service, besides its `PersonRoles`. */
export const personSessionProviders = [PersonSessions, SessionEnder, SignIns];

/** Returns the controllers that handle the requests of one service. */
export function personSessionHandlers<Person extends PersonWithRoles>(requests: PersonSessionRequests<Person>) {
  return [signInHandler(requests), sessionHandler(requests), sessionEndHandler(requests), personHandler(requests)];
}
