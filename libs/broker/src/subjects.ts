/**
 * Names on NATS: subjects of requests and facts, streams and durable consumers. A scope is `hub` or the id of an
 * instance.
 */
import { livesOnHub, type RequestType, type ServiceName } from '@kushk/contracts';

/** The scope of a service, as seen by a process in `ownScope`: `hub` for hub services, otherwise `ownScope`. */
export function scopeOf(service: ServiceName, ownScope: string): string {
  return livesOnHub(service) ? 'hub' : ownScope;
}

/** For example `hub.cmd.catalogue.release.submit`. */
export function requestSubject(type: Pick<RequestType<unknown, unknown>, 'subject'>, scope: string): string {
  return `${scope}.${type.subject}`;
}

/** A query changes nothing, so it can be retried safely. */
export function isQuery(subject: string): boolean {
  return subject.startsWith('qry.');
}

/** The service that owns a subject without scope: `catalogue` for `evt.catalogue.release.submitted.v1`. */
export function serviceOf(subject: string): ServiceName {
  const service = subject.split('.', 2)[1];
  if (service === undefined || service === '') throw new TypeError(`subject ${subject} names no service`);
  return service as ServiceName;
}

/**
 * The JetStream stream of a service's public facts: `EVT_HUB_CATALOGUE`. Stream names may not contain dots, and
 * scopes contain none.
 */
export function factStreamName(scope: string, service: ServiceName): string {
  return `EVT_${scope}_${service}`.toUpperCase();
}

/** All subjects in the fact stream of a service: `hub.evt.catalogue.>`. */
export function allFactsOf(scope: string, service: ServiceName): string {
  return `${scope}.evt.${service}.>`;
}

/** The subjects of all facts of one type: `hub.evt.catalogue.release.submitted.v1.>`. */
export function factFilter(scope: string, type: string): string {
  return `${scope}.${type}.>`;
}

/** The stream of the parked facts of a scope: `PARKED_I1`. */
export function parkedStreamName(scope: string): string {
  return `PARKED_${scope}`.toUpperCase();
}

/** The subject of parked facts: `i1.parked.delivery.on-proposal-settled`. `*` as the reaction matches all reactions. */
export function parkedSubject(scope: string, service: string, reaction: string): string {
  return `${scope}.parked.${service}.${reaction}`;
}

/**
 * The durable consumer of a reaction: `delivery_on-proposal-settled`. Several scopes may have consumers in one
 * stream. In a stream of another scope the name therefore starts with the consumer's own scope:
 * `hub_catalogue_on-listing-evaluated`.
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

/** API prefix of the JetStream on the server to which the process connects. */
export const ownJetStream = '$JS.API';
