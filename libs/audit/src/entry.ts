/** Turns a fact into its audit entry. */
import type { Actor, AuditActor, JsonObject } from '@kushk/contracts';
import type { RecordedFact } from '@kushk/event-store';
import type { AnyAudit, Audited } from './audited.js';
import { entryIdOf } from './entry-id.js';

/** Maximum length of a name, and of a text in the details, in characters. */
const TEXT_MAX = 300;
/** Maximum length of a list in the details. */
const LIST_MAX = 50;
/** Maximum size of the details as JSON, in characters. With it, a page of 200 entries has less than a megabyte. */
const DETAILS_MAX = 3_000;

export interface Entry {
  readonly entryId: string;
  /** Empty for an entry that belongs to no organisation. */
  readonly organisationId: string;
  readonly at: Date;
  readonly actor: AuditActor;
  readonly onBehalfOf: string | null;
  readonly action: string;
  readonly subject: { readonly type: string; readonly id: string; readonly name: string | null };
  readonly installationId: string | null;
  readonly details: JsonObject;
}

/** Returns null for a fact that is not audited. */
export function entryOf(audit: AnyAudit, fact: RecordedFact, state: unknown): Entry | null {
  const rule = audit.facts[fact.type] as Audited<object, unknown> | { readonly kind: 'not_audited' } | undefined;
  // A newer version of the service may have stored the fact; its own rebuild adds the entry.
  if (rule === undefined || rule.kind === 'not_audited') return null;
  const caller = fact.meta.actor ?? { kind: 'system' };
  const particulars = rule.describe(fact, state);
  if (rule.peopleOnly && particulars.actor === undefined && !hasPerson(caller)) return null;
  const about = audit.about(state, fact);
  if (about === null) return null;
  const { subject } = { ...about, ...particulars };
  const onBehalfOf = personBehind(caller);
  const { actor = actorOf(caller) } = particulars;
  return {
    entryId: entryIdOf(fact),
    organisationId: about.organisationId ?? '',
    at: fact.at,
    actor: { ...actor, name: shortened(actor.name) },
    onBehalfOf: onBehalfOf?.id ?? null,
    action: rule.action,
    subject: { ...subject, name: shortened(subject.name) },
    installationId: about.installationId ?? (caller.kind === 'plugin' ? caller.installation_id : null),
    details: bounded({
      ...particulars.details,
      ...(onBehalfOf !== null && { on_behalf_of: onBehalfOf }),
      ...(caller.kind === 'publisher' && { key_id: caller.key_id }),
      ...(caller.kind === 'publisher_member' && { publisher_id: caller.publisher_id }),
    }),
  };
}

function hasPerson(actor: Actor): boolean {
  switch (actor.kind) {
    case 'person':
    case 'staff':
    case 'publisher':
    case 'publisher_member':
      return true;
    case 'plugin':
      return actor.on_behalf_of !== null;
    case 'system':
      return false;
  }
}

function actorOf(actor: Actor): AuditActor {
  switch (actor.kind) {
    case 'person':
      return { kind: 'person', id: actor.person_id, name: actor.name };
    case 'staff':
      return { kind: 'staff', id: actor.subject, name: actor.name };
    case 'publisher':
      return { kind: 'publisher', id: actor.publisher_id, name: actor.name };
    case 'publisher_member':
      return { kind: 'person', id: actor.member_id, name: actor.name };
    case 'plugin':
      return { kind: 'plugin', id: actor.plugin_id, name: actor.plugin_id };
    case 'system':
      return { kind: 'system', id: 'system', name: null };
  }
}

function personBehind(actor: Actor): { readonly id: string; readonly name: string | null } | null {
  if (actor.kind !== 'plugin' || actor.on_behalf_of === null) return null;
  return { id: actor.on_behalf_of, name: shortened(actor.on_behalf_of_name) };
}

function shortened(text: string | null): string | null {
  // PostgreSQL stores neither half of a character nor a null character, and an entry must never make a command fail.
  return text === null ? null : text.slice(0, TEXT_MAX).toWellFormed().replaceAll('\u0000', '');
}

function bounded(details: JsonObject): JsonObject {
  const short = Object.fromEntries(Object.entries(details).map(([name, value]) => [name, boundedValue(value)]));
  if (JSON.stringify(short).length <= DETAILS_MAX) return short;
  const { on_behalf_of = null } = short;
  return { truncated: true, ...(on_behalf_of !== null && { on_behalf_of }) };
}

function boundedValue(value: JsonObject[string]): JsonObject[string] {
  if (typeof value === 'string') return shortened(value);
  return Array.isArray(value) ? value.slice(0, LIST_MAX).map(boundedValue) : value;
}
