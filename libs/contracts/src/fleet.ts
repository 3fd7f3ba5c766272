/**
 * Everything that crosses the NATS link between the hub and an instance. The broker's streams and the permissions of
 * the NATS accounts are derived from these lists, so a subject that is not listed here cannot cross the link.
 */
import { catalogueFacts } from './catalogue.js';
import { hubGateway, instanceGatewayQueries } from './gateway.js';
import { installationFacts } from './installation-facts.js';
import type { PublicFactType } from './messages.js';

/**
 * Facts of the hub that every instance consumes: the status and the rollout of published releases, deprecations, and
 * ends of accesses to private plugins.
 */
export const factsForInstances: readonly PublicFactType<unknown>[] = [
  catalogueFacts.releaseStatusChanged,
  catalogueFacts.deprecationChanged,
  catalogueFacts.accessEnded,
  catalogueFacts.rolloutChanged,
];
/**
 * Facts of an instance that the hub consumes: whether the instance accepted each release that it received, and the
 * version of its software.
 */
export const factsForHub: readonly PublicFactType<unknown>[] = [
  installationFacts.listingEvaluated,
  installationFacts.softwareVersionChanged,
];

/** The hub's JetStream stream for its fleet. The NATS server copies `factsForInstances` into this stream. */
export const releasesStream = 'RELEASES';
/**
 * The hub's JetStream stream of the facts of every instance (`factsForHub`). Over a link the instances publish into it;
 * on a server that the hub and instances share, the server copies the facts from the streams of the instances.
 */
export const reportsStream = 'REPORTS';
/**
 * The subject on which the hub stores a fact of an instance that arrives over a link; `REPORTS` contains it under its
 * own subject. NATS refuses a stream with a subject that starts with a wildcard.
 */
export function reportedSubject(subject: string): string {
  return `reports.${subject}`;
}
/** The hub's NATS server republishes every message of `RELEASES` with this subject prefix: `hub.released.<subject>`. */
export const releasesNotificationSubject = 'hub.released';
/**
 * The JetStream API prefix under which an instance with its own NATS server reaches the hub's JetStream
 * (`KUSHK_HUB_JETSTREAM`).
 */
export const linkedJetStream = 'hub.jetstream';

/**
 * The subject on which an instance publishes one of its own facts for the hub. The link maps this subject to the
 * subject on which the hub stores it.
 */
export function forwardedSubject(subject: string): string {
  return `hub.forwarded.${subject}`;
}

/** A subject that has different names on the two sides of a link. */
interface SubjectMapping {
  readonly hub: string;
  readonly instance: string;
}
/** All NATS subjects that a link carries. */
export interface LinkTraffic {
  /** Requests from the instance for messages of `RELEASES` by sequence number. */
  readonly releases: SubjectMapping;
  /** The instance subscribes to this subject for new messages of `RELEASES`. */
  readonly notifications: string;
  /** The instance publishes its facts on these subjects. The hub's JetStream acknowledges each message. */
  readonly forwarded: readonly SubjectMapping[];
  /** The queries of the hub to the instance's gateway (`instanceGateway`). */
  readonly queries: string;
  /** The requests of the instance's gateway to the hub's gateway (`hubGateway`), the same on both sides. */
  readonly requests: readonly string[];
}

/** The subjects on the link of one instance; with `*`, the subjects on the links of all instances. */
export function linkTraffic(instance: string): LinkTraffic {
  const read = `DIRECT.GET.${releasesStream}`;
  return {
    releases: { hub: `$JS.API.${read}`, instance: `${linkedJetStream}.${read}` },
    notifications: `${releasesNotificationSubject}.>`,
    forwarded: factsForHub
      .map(({ subject }) => `${instance}.${subject}.>`)
      .map((subject) => ({ hub: reportedSubject(subject), instance: forwardedSubject(subject) })),
    queries: `${instance}.${instanceGatewayQueries}`,
    requests: Object.values(hubGateway).map(({ subject }) => `hub.${subject}`),
  };
}
