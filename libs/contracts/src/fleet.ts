/**
 * Everything that crosses the NATS link between the hub and an instance. The broker's streams and the permissions of
 * the NATS accounts are derived from these lists, so a subject that is not listed here cannot cross.
 */
import { catalogueFacts } from './catalogue.js';
import { instanceGateway } from './gateway.js';
import { installationFacts } from './installation.js';
import type { PublicFactType } from './messages.js';

/** Facts of the hub that every instance consumes: published releases and every later change of their status. */
export const factsForInstances: readonly PublicFactType<unknown>[] = [catalogueFacts.releaseStatusChanged];
/** Facts of an instance that the hub consumes: whether it accepts the releases that it received. */
export const factsForHub: readonly PublicFactType<unknown>[] = [installationFacts.listingEvaluated];

/** The hub's JetStream stream for its fleet: the server copies `factsForInstances` into it. */
export const releasesStream = 'RELEASES';
/** The server republishes every message of `RELEASES` under this prefix: `hub.released.<subject>`. */
export const releasesNotificationSubject = 'hub.released';
/** API prefix of the hub's JetStream on an instance that has its own NATS server (`KUSHK_HUB_JETSTREAM`). */
export const linkedJetStream = 'hub.jetstream';

/**
 * Subject under which an instance publishes one of its own facts to the hub. The link maps it to the fact's own subject
 * there.
 */
export function forwardedSubject(subject: string): string {
  return `hub.forwarded.${subject}`;
}

/** A subject that has different names on the two sides of a link. */
export interface SubjectMapping {
  readonly hub: string;
  readonly instance: string;
}
/** All NATS subjects that a link carries. */
export interface LinkTraffic {
  /** Requests of the instance: messages of `RELEASES` by sequence. */
  readonly releases: SubjectMapping;
  /** Subscribed to by the instance: new messages of `RELEASES`. */
  readonly notifications: string;
  /** Published by the instance; the hub's JetStream acknowledges each message. */
  readonly forwarded: readonly SubjectMapping[];
  /** Requests of the hub: the usage of a month. */
  readonly usage: string;
}

/** The subjects on the link of one instance; with `*`, the subjects on the links of all instances. */
export function linkTraffic(instance: string): LinkTraffic {
  const read = `DIRECT.GET.${releasesStream}`;
  return {
    releases: { hub: `$JS.API.${read}`, instance: `${linkedJetStream}.${read}` },
    notifications: `${releasesNotificationSubject}.>`,
    forwarded: factsForHub
      .map(({ subject }) => `${instance}.${subject}.>`)
      .map((hub) => ({ hub, instance: forwardedSubject(hub) })),
    usage: `${instance}.${instanceGateway.monthlyUsage.subject}`,
  };
}
