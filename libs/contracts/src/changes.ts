/**
 * Which lists changed, for the pages that show them. Services send these messages to the gateways of their scope after
 * each commit, over core NATS, and the gateways pass the names on to the people who may know (`GET …/changes`).
 */
import type { ControlType } from './control.js';

/** Who may see a list of the instance API. A name is sent to nobody else. */
export const instanceLists = {
  people: 'member',
  proposals: 'member',
  sources: 'member',
  cases: 'member',
  documents: 'member',
  calendar: 'member',
  sessions: 'member',
  memory: 'member',
  notifications: 'member',
  installations: 'member',
  store: 'member',
  clock: 'member',
  tools: 'member',
  rules: 'admin',
  audit: 'admin',
  wallet: 'admin',
  deliveries: 'admin',
  health: 'admin',
  calls: 'admin',
  staff: 'platform_staff',
} as const;

/** The lists of the operator API. All of the operator's staff may know that one of them changed. */
export const operatorLists = [
  'publishers',
  'keys',
  'trusts',
  'members',
  'staff',
  'instances',
  'reviews',
  'releases',
  'usage',
  'audit',
  'notifications',
  'clock',
] as const;

/** The lists of one publisher in the portal API. */
export const portalLists = [
  'plugins',
  'releases',
  'keys',
  'access_codes',
  'members',
  'usage',
  'notifications',
  'clock',
] as const;

export type InstanceList = keyof typeof instanceLists;
export type OperatorList = (typeof operatorLists)[number];
export type PortalList = (typeof portalLists)[number];
export type ListName = InstanceList | OperatorList | PortalList;

/**
 * Who may learn of a change, as text: `organisation:<id>`, its admins alone (`admins:<id>`), `person:<id>`,
 * `publisher:<id>`, `staff` (of the operator, or of the platform) or `everyone` of the scope.
 */
export type Audience =
  `organisation:${string}` | `admins:${string}` | `person:${string}` | `publisher:${string}` | 'staff' | 'everyone';

/** Lists that changed for one audience. */
export interface ListChange {
  readonly audience: Audience;
  readonly lists: readonly ListName[];
}

/** The lists that changed, by audience. A message has at most `MAX_AUDIENCES_PER_MESSAGE` audiences. */
interface ListsChanged {
  readonly changes: readonly ListChange[];
}

/** With ids of at most 64 characters and all lists, a message stays below 256 KiB. */
export const MAX_AUDIENCES_PER_MESSAGE = 500;

/** The message in which a service announces changed lists. */
export function listsChangedBy(service: ControlType<unknown>['service']): ControlType<ListsChanged> {
  return { service, subject: `ctl.${service}.lists.changed` };
}

/** Gateways receive the messages of all services of their scope. */
export const listsChangedByAny: Pick<ControlType<ListsChanged>, 'subject' | 'types'> = {
  subject: 'ctl.*.lists.changed',
};
