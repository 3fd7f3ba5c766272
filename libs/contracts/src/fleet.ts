/**
 * What crosses the line between the hub and an instance by itself; beside it only the hub's question about usage
 * does. Broker and NATS accounts are cut along these lists: a fact that is not in them cannot cross.
 */
import { catalogueFacts } from './catalogue.js';
import { instanceGateway } from './gateway.js';
import { installationFacts } from './installation.js';
import type { PublicFactType } from './language.js';

/** Facts of the hub that every instance reads: published releases and every later change of their status (contract §6). */
export const factsForInstances: readonly PublicFactType<unknown>[] = [catalogueFacts.releaseStatusChanged];
/** Facts of an instance that the hub hears: what it says of the releases it was sent. */
export const factsForTheHub: readonly PublicFactType<unknown>[] = [installationFacts.offerJudged];

/** The hub's stream of what its fleet may read, a copy of the part of its services' streams that is meant for everyone. */
export const releasesStream = 'RELEASES';
/** Rings with every fact that has come into the hub's stream for the fleet: `hub.released.<subject>`, and brings it. */
export const releasesBell = 'hub.released';
/** Prefix under which an instance with a NATS of its own finds the hub's JetStream (`KUSHK_HUB_JETSTREAM`). */
export const linkedJetStream = 'hub.jetstream';

/** Under which subject an instance tells the hub a fact of its own. Its link leads that to the fact's own subject on the hub. */
export function toldSubject(subject: string): string {
  return `hub.told.${subject}`;
}

/** Something asked or published on one side of a link, under another name on the other. */
export interface Renamed {
  readonly hub: string;
  readonly instance: string;
}
/** All that a link carries, as NATS subjects. */
export interface LinkTraffic {
  /** Asked by the instance: the releases, by sequence. */
  readonly releases: Renamed;
  /** Heard by the instance. */
  readonly bell: string;
  /** Published by the instance, each acknowledged by the hub's JetStream. */
  readonly told: readonly Renamed[];
  /** Asked by the hub. */
  readonly usage: string;
}

/** What the link of one instance carries; of `*`, what those of all carry. */
export function linkTraffic(instance: string): LinkTraffic {
  const read = `DIRECT.GET.${releasesStream}`;
  return {
    releases: { hub: `$JS.API.${read}`, instance: `${linkedJetStream}.${read}` },
    bell: `${releasesBell}.>`,
    told: factsForTheHub
      .map(({ subject }) => `${instance}.${subject}.>`)
      .map((hub) => ({ hub, instance: toldSubject(hub) })),
    usage: `${instance}.${instanceGateway.monthlyUsage.subject}`,
  };
}
