/**
 * What clients need to know about parameters, by name. A parameter has the same meaning in every operation; where one
 * operation needs more, its description has it (`query` in its `OperationDescription`).
 */
import { formatOf } from './formats.js';

interface Described {
  readonly description: string;
  readonly schema?: Readonly<Record<string, unknown>>;
}

/** Path parameters. An address with another value is absent (404). */
export const pathParameters: Readonly<Record<string, Described>> = {
  plugin_id: {
    description: 'The `id` of the manifest: reverse-DNS, lowercase, at most 128 characters',
    schema: formatOf.pluginId,
  },
  version: {
    description: 'The `version` of the manifest: SemVer 2.0.0 without build metadata, compared as a string',
    schema: formatOf.version,
  },
  installation_id: { description: 'The id of the installation', schema: formatOf.id('ins') },
  key: { description: 'The `key` of a panel that the manifest declares' },
  hold_id: { description: 'The `id` of the hold', schema: formatOf.id('hld') },
  proposal_id: { description: 'The `id` of the proposal', schema: formatOf.id('prp') },
  source_id: { description: 'The `id` of the source', schema: formatOf.id('src') },
  key_id: { description: 'The `id` of the key', schema: formatOf.id('key') },
  trust_id: { description: 'The `id` of the trust', schema: formatOf.id('tru') },
  access_id: { description: 'The `id` of the access', schema: formatOf.id('acc') },
  code_id: { description: 'The `id` of the access code', schema: formatOf.id('acd') },
  publisher_id: {
    description: 'The `id` of a publisher that you belong to',
    schema: { pattern: '^[a-z0-9]+(?:[._-]+[a-z0-9]+)*$', maxLength: 64 },
  },
  member_id: { description: 'The `id` of the member', schema: { pattern: '^mbr_[0-9a-f-]{36}$' } },
  event_id: { description: 'The `id` of the event' },
  id: { description: 'The `id` of the resource, as the list shows it' },
  type: { description: 'The `type` of a record type that the manifest declares' },
  external_id: {
    description: "The plugin's own id of the record: 1 to 200 characters, compared exactly, percent-encoded",
    schema: { minLength: 1, maxLength: 200 },
  },
  name: {
    description: 'The `name` of a tool that the manifest declares',
    schema: { pattern: '^[a-z][a-z0-9_]{0,47}$' },
  },
};

export const queryParameters: Readonly<Record<string, Described>> = {
  limit: { description: 'The most items in the page: 50 by default' },
  cursor: { description: '`next_cursor` of the page before; absent for the first page' },
  after: {
    description: '`next_after` of the page before, or the `id` of an entry of a wallet; absent or empty for the oldest',
  },
  order: { description: 'The order of the list: `oldest` or `newest` first' },
  wait: { description: 'Seconds to wait when there is nothing new yet' },
  types: { description: 'Only these types, separated by commas' },
  type: { description: 'Only this type' },
  status: { description: 'Only those with this status' },
  month: {
    description:
      'Gregorian month in Tehran time. Default: the current month, and all months for the entries of a wallet',
    schema: formatOf.month,
  },
  version: { description: 'A version of the plugin. Default: the highest one', schema: formatOf.version },
  publisher_id: { description: 'Only the publisher with this id' },
  case_id: { description: 'Only those of this case' },
  q: { description: 'Words to search for; Persian and Arabic forms of letters and digits are the same' },
  from: { description: 'Only from this time on' },
  to: { description: 'Only before this time' },
  since: { description: 'Only from this time on' },
  until: { description: 'Only before this time' },
  attendee_id: { description: 'Only with this person' },
  assignee_id: { description: 'Only those assigned to this person' },
  record_id: { description: 'Only those that change this record' },
  record_type: { description: 'Only those that change or create a record of this type' },
  stale: { description: 'Only those of which a field was edited since, among the newest 10,000 of the status' },
  sort: { description: 'The order of the list, in place of its usual one' },
  tier: { description: 'Only those of this tier' },
  channel: { description: 'Only calls of this kind: events, lifecycle calls or tool calls' },
  plugin_id: { description: 'Only those of this plugin' },
  assignee: { description: 'Only those assigned to this person: an id, or `me`' },
  actor: { description: 'Only what this actor did: the `id` of an `actor`' },
  action: { description: 'Only this action, such as `installation.paused`' },
  subject: { description: 'Only what concerns this: the `id` of a `subject`' },
  on_behalf_of: { description: 'Only what plugins did on behalf of this person' },
  taken_by: { description: 'Only those that this reviewer has taken' },
  requested_tier: { description: 'Only those for which the publisher requested this tier' },
  kind: { description: 'Only of this kind' },
  format: { description: 'The format of the answer' },
  installed: { description: 'Only plugins that are installed in the organisation (`true`), or that are not (`false`)' },
  surface: { description: 'Which page of the plugin: its app, or a panel. Default: the app' },
  panel: { description: 'The `key` of a panel that the manifest declares' },
  organisation: { description: 'In place of the header `Service-Organisation`, for links and images' },
};
