/**
 * What crosses the line between the hub and an instance by itself; beside it only the hub's question about usage
 * does. Broker and NATS accounts are cut along these lists: a fact that is not in them cannot cross.
 */
import { catalogueFacts } from './catalogue.js';
import { installationFacts } from './installation.js';
import type { PublicFactType } from './language.js';

/** Facts of the hub that every instance reads: published releases and every later change of their status (contract §6). */
export const factsForInstances: readonly PublicFactType<unknown>[] = [catalogueFacts.releaseStatusChanged];
/** Facts of an instance that the hub hears: what it says of the releases it was sent. */
export const factsForTheHub: readonly PublicFactType<unknown>[] = [installationFacts.offerJudged];
