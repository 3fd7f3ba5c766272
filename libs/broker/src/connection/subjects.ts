/** Names of requests and facts on NATS. A scope is `hub` or the id of an instance. */
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

/** API prefix of the JetStream on the server to which the process connects. */
export const ownJetStream = '$JS.API';
