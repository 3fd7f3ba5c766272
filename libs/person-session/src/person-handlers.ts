import { commandHandler, queryHandler, respond } from '@kushk/broker';
import type { PersonSessionRequests, PersonWithRoles } from '@kushk/contracts';
import { refuse, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { changePreferences, chosenOf, personPreferencesStream, preferencesIdOf } from './person-preferences.js';
import { PersonRoles } from './person-roles.js';
import { PersonSessions } from './person-sessions.view.js';
import { personViewsStream, setView, viewsIdOf, viewsOf } from './person-views.js';

/** Handles the requests about a signed-in person. */
export function personHandlers<Person extends PersonWithRoles>(requests: PersonSessionRequests<Person>) {
  return [
    queryHandler(
      requests.authenticateSignIn,
      { roles: PersonRoles<Person>, sessions: PersonSessions },
      async ({ issuer, subject, ...signIn }, { roles, sessions }) => {
        if (await sessions.isSignedOut({ issuer, subject, ...signIn })) return refuse('auth.token_invalid');
        return (await roles.hasAny({ issuer, subject })) ? respond(null) : refuse('auth.role_missing');
      },
    ),
    queryHandler(
      requests.describePerson,
      { store: EventStore, roles: PersonRoles<Person>, sessions: PersonSessions },
      async ({ issuer, subject, session_key }, { store, roles, sessions }) => {
        const [person, preferences, session] = await Promise.all([
          roles.of({ issuer, subject }),
          store.load(streamRef(personPreferencesStream, preferencesIdOf({ issuer, subject }))),
          sessions.findSignIn(session_key),
        ]);
        const name = person.name ?? session?.name ?? null;
        return respond({ ...person, name, preferences: chosenOf(preferences.state) });
      },
    ),
    commandHandler(requests.setPreferences, {
      name: 'SetPreferences',
      command: (request) => request,
      stream: (request) => streamRef(personPreferencesStream, preferencesIdOf(request)),
      decide: changePreferences,
    }),
    queryHandler(requests.listViews, { store: EventStore }, async (request, { store }) => {
      const { state } = await store.load(streamRef(personViewsStream, viewsIdOf(request)));
      return respond({ views: viewsOf(state) });
    }),
    commandHandler(requests.setView, {
      name: 'SetView',
      command: (request) => request,
      stream: (request) => streamRef(personViewsStream, viewsIdOf(request)),
      decide: setView,
    }),
  ];
}
