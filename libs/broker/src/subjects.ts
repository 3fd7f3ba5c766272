/** Names on NATS: subjects of requests and facts, streams, durable consumers. */
import { livesOnHub, type RequestType, type ServiceName } from '@kushk/contracts';

/** The scope of a service for a process in `ownScope`: `hub` for hub services, else the own scope. */
export function scopeOf(service: ServiceName, ownScope: string): string {
  return livesOnHub(service) ? 'hub' : ownScope;
}

/** `hub.cmd.catalogue.release.submit` */
export function requestSubject(type: Pick<RequestType<unknown, unknown>, 'subject'>, scope: string): string {
  return `${scope}.${type.subject}`;
}

/** Queries change nothing, so they may be sent again without the caller's consent. */
export function isQuery(subject: string): boolean {
  return subject.startsWith('qry.');
}

/** The service that owns a subject without scope: `evt.catalogue.release.submitted.v1` → `catalogue`. */
export function serviceOf(subject: string): ServiceName {
  const service = subject.split('.', 2)[1];
  if (service === undefined || service === '') throw new TypeError(`subject ${subject} names no service`);
  return service as ServiceName;
}

/**
 * The JetStream stream of a service's public facts: `EVT_HUB_CATALOGUE`. Scopes contain no dots, which stream names
 * forbid.
 */
export function factStreamName(scope: string, service: ServiceName): string {
  return `EVT_${scope}_${service}`.toUpperCase();
}

/** All subjects in the fact stream of a service: `hub.evt.catalogue.>` */
export function allFactsOf(scope: string, service: ServiceName): string {
  return `${scope}.evt.${service}.>`;
}

/** All facts of one type: `hub.evt.catalogue.release.submitted.v1.>` */
export function factFilter(scope: string, type: string): string {
  return `${scope}.${type}.>`;
}

/** The stream of the parked facts of a scope: `PARKED_I1`. */
export function parkedStreamName(scope: string): string {
  return `PARKED_${scope}`.toUpperCase();
}

/** `i1.parked.delivery.on-proposal-settled`; `*` as the reaction matches all reactions. */
export function parkedSubject(scope: string, service: string, reaction: string): string {
  return `${scope}.parked.${service}.${reaction}`;
}

/**
 * The durable consumer of a reaction: `delivery_on-proposal-settled`. In the stream of another scope it starts with the
 * own scope (`hub_catalogue_on-listing-evaluated`), because consumers of several scopes may exist there.
 */
export function consumerName(at: {
  readonly service: ServiceName;
  readonly scope: string;
  readonly reaction: string;
  readonly streamScope: string;
}): string {
  const name = `${at.service}_${at.reaction}`;
  return at.scope === at.streamScope ? name : `${at.scope}_${name}`;
}

/** API prefix of the JetStream to which the process is connected. */
export const ownJetStream = '$JS.API';
