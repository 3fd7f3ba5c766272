/** Collects everything that the map shows. Throws for a request that does not have exactly one handler. */
import { publicFacts, requests, type Subject } from './contracts.js';
import { gatewayRequestsIn, type GatewayRequest } from './gateway-requests.js';
import { handlersIn, type Handlers, type Reaction, type RequestHandler } from './handlers.js';
import type { Sources } from './program.js';
import { publicationsIn, streamsIn, type Publication, type StreamDeclaration } from './streams.js';
import type { Api } from './routes.js';

export interface SystemMap {
  readonly apis: readonly Api[];
  readonly handlers: Handlers;
  readonly streams: readonly StreamDeclaration[];
  readonly publications: readonly Publication[];
  /** The requests that the gateway sends outside its route tables. */
  readonly gatewayRequests: readonly GatewayRequest[];
}

/** Reads the services and joins them with the routes. Throws an error with one line per inconsistency. */
export function buildSystemMap(apis: readonly Api[], sources: Sources): SystemMap {
  const streams = streamsIn(sources);
  const map: SystemMap = {
    apis,
    handlers: handlersIn(sources, streams),
    streams: [...streams.values()],
    publications: publicationsIn(sources, streams),
    gatewayRequests: gatewayRequestsIn(sources, new Set(requests.keys())),
  };
  const problems = [...inconsistencies(map)];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return map;
}

const nameOf = ({ group, member }: { readonly group: string; readonly member: string }): string => `${group}.${member}`;

function* inconsistencies({ handlers, publications }: SystemMap): Generator<string> {
  for (const { name, subject } of requests.values()) {
    const count = handlers.requestHandlers.filter((one) => nameOf(one) === name).length;
    if (count !== 1) yield `${name} (${subject}) has ${count} handlers`;
  }
  for (const one of handlers.requestHandlers)
    if (!requests.has(nameOf(one))) yield `${one.file} handles ${nameOf(one)}, which is no request`;
  for (const one of [...handlers.reactions, ...publications])
    if (!publicFacts.has(nameOf(one))) yield `${one.file} names ${nameOf(one)}, which is no public fact`;
}

/** The handler of the request. */
export function requestHandlerOf(map: SystemMap, subject: string): RequestHandler {
  const request = [...requests.values()].find((one) => one.subject === subject);
  const found = map.handlers.requestHandlers.find((one) => nameOf(one) === request?.name);
  if (found === undefined) throw new Error(`${subject} has no handler`);
  return found;
}

export function subjectOf(named: { readonly group: string; readonly member: string }): Subject {
  const found = requests.get(nameOf(named)) ?? publicFacts.get(nameOf(named));
  if (found === undefined) throw new Error(`${nameOf(named)} is not in the contracts`);
  return found;
}

/** Private facts of an app, as `effectsOf` finds them. */
export interface PrivateFacts {
  readonly app: string;
  readonly facts: readonly string[];
  readonly streams: readonly string[];
}

/** Returns the public facts that the private facts are mapped to, without duplicates, sorted by subject. */
export function publicFactsOf(map: SystemMap, { app, facts, streams }: PrivateFacts): readonly Subject[] {
  const publications = map.publications.filter(
    (one) =>
      one.app === app && facts.includes(one.privateFact) && (streams.length === 0 || streams.includes(one.category)),
  );
  return [...new Set(publications.map(subjectOf))].sort((a, b) => (a.subject < b.subject ? -1 : 1));
}

/** Returns the reactions to a public fact. */
export function reactionsTo(map: SystemMap, fact: Subject): readonly Reaction[] {
  return map.handlers.reactions.filter((one) => nameOf(one) === fact.name);
}
