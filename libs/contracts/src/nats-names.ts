/**
 * Names on NATS: subjects of facts, streams and durable consumers. A scope is `hub` or the id of an instance. The
 * permissions of each service (`nats-permissions.ts`) are built from the same names.
 */
import type { ServiceName } from './messages.js';

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

/** The stream of the facts that the reactions of a service parked: `PARKED_I1_DELIVERY`. */
export function parkedStreamName(scope: string, service: ServiceName): string {
  return `PARKED_${scope}_${service}`.toUpperCase();
}

/** The subject of parked facts: `i1.parked.delivery.on-proposal-settled`. `*` as the reaction matches all reactions. */
export function parkedSubject(at: { scope: string; service: ServiceName; reaction: string }): string {
  return `${at.scope}.parked.${at.service}.${at.reaction}`;
}

/** The stream of the facts of a service's reactions that wait for another fact: `WAITING_I1_DELIVERY`. */
export function waitingStreamName(scope: string, service: ServiceName): string {
  return `WAITING_${scope}_${service}`.toUpperCase();
}

/** The subject of waiting facts. `key` is a token (`subjectToken`) or a wildcard. */
export function waitingSubject(at: { scope: string; service: ServiceName; reaction: string; key: string }): string {
  return `${at.scope}.waiting.${at.service}.${at.reaction}.${at.key}`;
}

/**
 * The durable consumer of a reaction: `delivery_on-proposal-settled`. The name on the server also ends with a slot
 * (`consumerSlots`).
 */
export function consumerName({
  service,
  reaction,
}: {
  readonly service: ServiceName;
  readonly reaction: string;
}): string {
  return `${service}_${reaction}`;
}

/**
 * The last part of a consumer's name: `delivery_on-proposal-settled_1`. Versions of a service whose reaction handles
 * different fact types have different consumers, so at most three of them can run side by side.
 */
export const consumerSlots = ['1', '2', '3'] as const;
