/** The kinds of things that parameters and body fields of the APIs identify. */
import type { Operation } from '../parties/api-documents.js';

export const KINDS = [
  'organisation',
  'person',
  'case',
  'document',
  'calendar_event',
  'session',
  'message',
  'memory',
  'installation',
  'proposal',
  'person_session',
  'source',
  'rule',
  'hold',
  'entry',
  'event',
  'external_id',
  'record_type',
  'tool',
  'publisher',
  'key',
  'access_code',
  'access',
  'member',
  'plugin',
  'version',
] as const;
/** `staff`, `instance` and `trust` belong to the operator or to the platform, not to a tenant. */
export type Kind = (typeof KINDS)[number] | 'staff' | 'instance' | 'trust';

const kindsOfCollections: Readonly<Record<string, Kind>> = {
  calendar: 'calendar_event',
  cases: 'case',
  documents: 'document',
  instances: 'instance',
  list: 'person_session',
  memory: 'memory',
  people: 'person',
  proposals: 'proposal',
  publishers: 'publisher',
  rules: 'rule',
  sessions: 'session',
  sources: 'source',
  staff: 'staff',
};
const kindsOfNames: Readonly<Record<string, Kind>> = {
  actor: 'person',
  assignee_id: 'person',
  attendee_id: 'person',
  attendee_ids: 'person',
  case_id: 'case',
  access_id: 'access',
  code_id: 'access_code',
  entry_id: 'entry',
  event_id: 'event',
  external_id: 'external_id',
  hold_id: 'hold',
  ids: 'proposal',
  installation_id: 'installation',
  key_id: 'key',
  member_id: 'member',
  member_ids: 'person',
  name: 'tool',
  on_behalf_of: 'person',
  organisation: 'organisation',
  participant_ids: 'person',
  plugin_id: 'plugin',
  proposal_id: 'proposal',
  publisher_id: 'publisher',
  record_id: 'case',
  session_id: 'session',
  source_id: 'source',
  subject: 'case',
  trust_id: 'trust',
  type: 'record_type',
  version: 'version',
};

/** Returns what a path parameter identifies. Throws when it is not known, so that no route is forgotten. */
export function kindOfPathParameter({ key, address }: Operation, name: string): Kind {
  const collection = address
    .slice(0, address.indexOf(`/{${name}}`))
    .split('/')
    .at(-1)!;
  const kind = name === 'id' ? kindsOfCollections[collection] : kindsOfNames[name];
  if (kind === undefined) throw new Error(`what {${name}} of ${key} identifies is not known`);
  return kind;
}

/** Returns what a query parameter or a body field identifies, or null when it is no id. Throws for an unknown id. */
export function kindOfField({ key, method }: Operation, name: string): Kind | null {
  // Who creates a publisher or registers an instance chooses its id.
  const isChosen = name === 'id' && method === 'post';
  // In the body of a request, `subject` is the identity of a person at the sign-in provider.
  const isFilter = method === 'get' && ['actor', 'on_behalf_of', 'subject'].includes(name);
  const isId = /(^|_)ids?$/.test(name) || name === 'organisation' || isFilter;
  if (!isId || isChosen) return null;
  const kind = kindsOfNames[name];
  if (kind === undefined) throw new Error(`what ${name} of ${key} identifies is not known`);
  return kind;
}
