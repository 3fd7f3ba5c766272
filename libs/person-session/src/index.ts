export {
  personSessionStream,
  IDLE_SECONDS,
  LIFETIME_SECONDS,
  type Identity,
  type PersonSession,
  type SessionEnd,
} from './person-session.js';
export { startSession, startSessionStreams } from './start-session.js';
export { useSession } from './use-session.js';
export { endSession } from './end-session.js';
export { signOut } from './sign-out.js';
export {
  changePreferences,
  chosenOf,
  personPreferencesStream,
  preferencesIdOf,
  type Preferences,
} from './person-preferences.js';
export { personViewsStream } from './person-views.js';
export { currentSessionId, PersonSessionRow, PersonSessions, personSessionsView } from './person-sessions.view.js';
export { SignInRow, SignIns, SIGN_IN_SECONDS } from './sign-ins.view.js';
export { SessionEnder } from './session-ender.js';
export { personSessionTables } from './session-tables.js';
export { PersonRoles } from './person-roles.js';
export { personSessionHandlers, personSessionProviders } from './person-session-handlers.js';
export {
  LISTED_MS,
  MAX_LISTED,
  moveReadUntil,
  notificationIdOf,
  notificationPage,
  WAITING_MS,
  type Listed,
  type MarkRead,
} from './notification-page.js';
export {
  endMail,
  preferenceOf,
  preferencesFor,
  replacePreferences,
  storedPreferences,
  type MailSince,
  type StoredPreferences,
} from './notification-preferences.js';
