/** Names on NATS: subjects of requests and facts, streams, durable consumers (architecture §5). */
import { livesOnHub, type RequestType, type ServiceName } from '@kushk/contracts';

/** Under which scope a service is found by a process of `ownScope`: hub services under `hub`, others under the instance's id. */
export function scopeOf(service: ServiceName, ownScope: string): string {
  return livesOnHub(service) ? 'hub' : ownScope;
}

/** `hub.cmd.catalogue.release.submit` */
export function requestSubject(type: Pick<RequestType<unknown, unknown>, 'subject'>, scope: string): string {
  return `${scope}.${type.subject}`;
}

/** Only questions may be asked again without the caller's leave: they change nothing. */
export function isQuery(subject: string): boolean {
  return subject.startsWith('qry.');
}

/** The service that owns a subject without scope: `evt.catalogue.release.submitted.v1` → `catalogue`. */
export function serviceOf(subject: string): ServiceName {
  const service = subject.split('.', 2)[1];
  if (service === undefined || service === '') throw new TypeError(`subject ${subject} names no service`);
  return service as ServiceName;
}

/** The JetStream stream of a service's public facts: `EVT_HUB_CATALOGUE`. Scopes hold no dots, so this is a stream name. */
export function factStreamName(scope: string, service: ServiceName): string {
  return `EVT_${scope}_${service}`.toUpperCase();
}

/** Everything that the stream of a service holds: `hub.evt.catalogue.>` */
export function allFactsOf(scope: string, service: ServiceName): string {
  return `${scope}.evt.${service}.>`;
}

/** All facts of one type, whatever their stream: `hub.evt.catalogue.release.submitted.v1.>` */
export function factFilter(scope: string, type: string): string {
  return `${scope}.${type}.>`;
}

/** Where a scope keeps the facts that its reactions could not take in: `PARKED_I1`. */
export function parkedStreamName(scope: string): string {
  return `PARKED_${scope}`.toUpperCase();
}

/** `i1.parked.delivery.on-proposal-settled`, and with `>` or `*` in place of a name, all of them. */
export function parkedSubject(scope: string, service: string, reaction: string): string {
  return `${scope}.parked.${service}.${reaction}`;
}

/**
 * The durable consumer of a reaction. Within the own scope `delivery_on-proposal-settled`; in the hub's streams
 * the scope comes first (`i1_installation_on-release-status-changed`), because every instance listens there.
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

/** Prefix of the API of the JetStream that one is connected to. */
export const ownJetStream = '$JS.API';
