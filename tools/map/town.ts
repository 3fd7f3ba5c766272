/** Everything that the map shows, gathered and checked: a request that nobody answers is an error here. */
import { publicFacts, requests, type Subject } from './contracts.js';
import { askedByGateway, type Asked } from './asked.js';
import { handlersIn, type Answering, type Handlers, type Reacting } from './handlers.js';
import type { Sources } from './program.js';
import { publicationsIn, streamsIn, type Publication, type StreamKind } from './streams.js';
import type { Api } from './routes.js';

export interface Town {
  readonly apis: readonly Api[];
  readonly handlers: Handlers;
  readonly streams: readonly StreamKind[];
  readonly publications: readonly Publication[];
  /** What the gateway asks beside its tables. */
  readonly asked: readonly Asked[];
}

/** Reads the services and puts them beside the routes. Throws with everything that does not fit together, one line each. */
export function townOf(apis: readonly Api[], sources: Sources): Town {
  const streams = streamsIn(sources);
  const handlers = handlersIn(sources, streams);
  const publications = publicationsIn(sources, streams);
  const asked = askedByGateway(sources, new Set(requests.keys()));
  const town = { apis, handlers, streams: [...streams.values()], publications, asked };
  const problems = [...misfits(town)];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return town;
}

const nameOf = ({ group, member }: { readonly group: string; readonly member: string }): string => `${group}.${member}`;

function* misfits({ handlers, publications }: Town): Generator<string> {
  for (const { name, subject } of requests.values()) {
    const count = handlers.answering.filter((one) => nameOf(one) === name).length;
    if (count !== 1) yield `${name} (${subject}) is answered by ${count} handlers`;
  }
  for (const one of handlers.answering)
    if (!requests.has(nameOf(one))) yield `${one.file} answers ${nameOf(one)}, which is no request`;
  for (const one of [...handlers.reacting, ...publications])
    if (!publicFacts.has(nameOf(one))) yield `${one.file} speaks of ${nameOf(one)}, which is no public fact`;
}

/** Who answers a request. */
export function answererOf(town: Town, subject: string): Answering {
  const request = [...requests.values()].find((one) => one.subject === subject);
  const found = town.handlers.answering.find((one) => nameOf(one) === request?.name);
  if (found === undefined) throw new Error(`nobody answers ${subject}`);
  return found;
}

export function subjectOf(of: { readonly group: string; readonly member: string }): Subject {
  const found = requests.get(nameOf(of)) ?? publicFacts.get(nameOf(of));
  if (found === undefined) throw new Error(`${nameOf(of)} is not in the contracts`);
  return found;
}

/** The public facts that some private facts of an app become, without repeats, by subject. */
export function saidFor(
  town: Town,
  app: string,
  facts: readonly string[],
  streams: readonly string[],
): readonly Subject[] {
  const said = town.publications.filter(
    (one) =>
      one.app === app && facts.includes(one.privateFact) && (streams.length === 0 || streams.includes(one.category)),
  );
  return [...new Set(said.map(subjectOf))].sort((a, b) => (a.subject < b.subject ? -1 : 1));
}

/** Who listens to a public fact. */
export function listenersOf(town: Town, fact: Subject): readonly Reacting[] {
  return town.handlers.reacting.filter((one) => nameOf(one) === fact.name);
}
