/** The names of the people whose ids are in a result, so that a model needs no further call to name them. */
import { workspace } from '@kushk/contracts';
import { isScopeGranted } from '@kushk/manifest';
import type { SendRequest } from '../../http/route.js';
import type { ToolCaller } from './tool.js';

/** The fields of resources that contain the id of a person, or several. */
const PEOPLE_FIELDS = ['assignee_id', 'author_id', 'member_ids', 'attendee_ids', 'participant_ids'];
/** The fields of results that contain resources. */
const NESTED_FIELDS = ['items', 'messages'];
/** Of further people, which a record with many members has, the ids stay without a name. */
const MAX_NAMES = 200;
const MAX_BYTES = 16 * 1024;

/** Whether the plugin may list people, with their names, by MCP or by the HTTP API. */
export function mayNamePeople({ scopes }: ToolCaller): boolean {
  return ['people.read', 'proposals.*'].some((scope) => isScopeGranted(scope, scopes));
}

/**
 * Adds `people`, an object of names by id, with one request for all of them. Everyone in an organisation sees its
 * people.
 */
export async function withNames(result: object, caller: ToolCaller, send: SendRequest): Promise<object> {
  const ids = [...new Set(peopleIn(result))].slice(0, MAX_NAMES);
  if (ids.length === 0 || !mayNamePeople(caller)) return result;
  const { organisation_id } = caller;
  const request = { organisation_id, ids, limit: MAX_NAMES, cursor: null, max_bytes: MAX_BYTES };
  const { items } = (await send(workspace.listPeople, request)).reply;
  return { ...result, people: Object.fromEntries(items.map(({ id, name }) => [id, name])) };
}

function* peopleIn(value: object): Generator<string> {
  const fields = value as Readonly<Record<string, unknown>>;
  for (const field of PEOPLE_FIELDS) for (const id of [fields[field]].flat()) if (typeof id === 'string') yield id;
  for (const field of NESTED_FIELDS) for (const one of (fields[field] ?? []) as readonly object[]) yield* peopleIn(one);
}
