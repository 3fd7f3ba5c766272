/** Renders the text of `docs/map.md`. */
import { publicFacts, requests, type Subject } from './contracts.js';
import type { Handlers } from './handlers.js';
import {
  publicFactsOf,
  reactionsTo,
  requestHandlerOf,
  subjectOf,
  type PrivateFacts,
  type SystemMap,
} from './system-map.js';

/** Returns the whole page. Links are relative to `docs/`. */
export function mapPage(map: SystemMap): string {
  const services = [...new Set([...requests.values()].map(({ subject }) => requestHandlerOf(map, subject).app))];
  return `${[
    '# Map',
    '',
    'Generated from the source by `npm run generate`; do not edit. For each route it shows the requests that the gateway',
    'sends, the file that handles each of them, the facts that may follow, and the reactions to these facts.',
    '',
    '- [Routes](#routes): route → request → slice → facts → reactions',
    '- [Requests outside routes](#requests-outside-routes): authentication and shared code of the gateway',
    '- [Public facts](#public-facts): their causes and their reactions',
    `- By service, its commands, queries and reactions: ${services.map((name) => `[${name}](#${name})`).join(', ')}`,
    '',
    'Subjects are written without their scope, which is `hub` or the id of an instance. Facts in *italics* are private to',
    'the log of their service. Facts in `code` are public. The facts of a slice are all that its code can create, in',
    'every call, so the list includes rare ones (for example the expiry of a hold).',
    '',
    '## Routes',
    ...map.apis.flatMap((api) => routesOfApi(map, api)),
    '',
    '## Requests outside routes',
    '',
    'The gateway authenticates a caller before it runs a route. Code that several routes share is listed here as well.',
    '',
    ...table(
      ['File', 'Request', 'Slice'],
      map.gatewayRequests.map(({ file, ...names }) => [
        link(file),
        code(subjectOf(names).subject),
        link(requestHandlerOf(map, subjectOf(names).subject).file),
      ]),
    ),
    '',
    '## Public facts',
    '',
    'Each fact has a generated schema. A reaction is a durable consumer. A consumer of several facts receives them in the',
    'order in which they happened to a stream.',
    '',
    ...table(
      ['Fact', 'Published for', 'Reactions'],
      [...publicFacts.values()].map((fact) => [
        factLink(fact),
        causesOf(map, fact),
        reactionLinks(map, fact) || 'none',
      ]),
    ),
    ...services.flatMap((service) => serviceSection(map, service)),
  ].join('\n')}\n`;
}

function routesOfApi(map: SystemMap, { title, prefix, role, routes }: SystemMap['apis'][number]): string[] {
  const rows = routes.flatMap((route) => {
    const name = `\`${route.method} ${route.path.slice(prefix.length)}\`<br>${route.summary}`;
    if (route.calls.length === 0) return [[name, '', '', '', '']];
    return route.calls.map(({ subject }, index) => [
      index === 0 ? name : '',
      code(subject),
      ...effectCells(map, subject),
    ]);
  });
  return [
    '',
    `### ${title}`,
    '',
    `On the ${role}${prefix ? `, below \`${prefix}\`` : ''}.`,
    '',
    ...table(['Route', 'Request', 'Slice', 'Facts', 'Reactions'], rows),
  ];
}

function effectCells(map: SystemMap, subject: string): [slice: string, facts: string, reactions: string] {
  const handler = requestHandlerOf(map, subject);
  if (subject.startsWith('qry.')) return [link(handler.file), '', ''];
  const reactions = publicFactsOf(map, handler)
    .map((fact) => reactionLinks(map, fact))
    .filter(Boolean);
  return [link(handler.file), factsCell(map, handler), reactions.join('<br>')];
}

function causesOf(map: SystemMap, fact: Subject): string {
  const causes = map.publications.filter((one) => subjectOf(one) === fact);
  return (
    causes.map(({ privateFact, category, file }) => `*${privateFact}* of [${category}](../${file})`).join('<br>') ||
    'not published yet'
  );
}

function serviceSection(map: SystemMap, service: string): string[] {
  const { requestHandlers, reactions, backgroundTasks } = ofApp(map.handlers, service);
  const streams = map.streams.filter((one) => one.app === service);
  const handlersOf = (prefix: string) =>
    [...requests.values()]
      .filter((one) => one.subject.startsWith(prefix))
      .flatMap((request) =>
        requestHandlers.filter((one) => subjectOf(one) === request).map((handler) => ({ request, handler })),
      );
  const commands = handlersOf('cmd.').map(({ request, handler }) => [
    code(request.subject),
    link(handler.file),
    handler.streams.join(', '),
    factsCell(map, handler),
  ]);
  const queries = handlersOf('qry.').map(({ request, handler }) => [code(request.subject), link(handler.file)]);
  const reactionRows = reactions.map((one) => [
    factLink(subjectOf(one)),
    `\`${one.reaction}\``,
    link(one.file),
    factsCell(map, one),
  ]);
  const tasks = backgroundTasks.map((one) => [
    `[${one.name}](../${one.file})`,
    one.streams.join(', '),
    factsCell(map, one),
  ]);
  return [
    '',
    `## ${service}`,
    ...(streams.length > 0
      ? ['', `Streams: ${streams.map(({ category, file }) => `[${category}](../${file})`).join(', ')}.`]
      : []),
    ...section('Commands', ['Command', 'Slice', 'Streams', 'Facts'], commands),
    ...section('Queries', ['Query', 'Slice'], queries),
    ...section('Reactions', ['Fact', 'Reaction', 'Slice', 'Facts'], reactionRows),
    ...section('Background tasks', ['Class', 'Streams', 'Facts'], tasks),
  ];
}

function ofApp({ requestHandlers, reactions, backgroundTasks }: Handlers, app: string): Handlers {
  const isInApp = (one: { readonly app: string }): boolean => one.app === app;
  return {
    requestHandlers: requestHandlers.filter(isInApp),
    reactions: reactions.filter(isInApp),
    backgroundTasks: backgroundTasks.filter(isInApp),
  };
}

function factsCell(map: SystemMap, effects: PrivateFacts): string {
  const privateFacts = effects.facts.map((fact) => `*${fact}*`).join(', ');
  return [privateFacts, publicFactsOf(map, effects).map(factLink).join('<br>')].filter(Boolean).join('<br>');
}

function section(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return rows.length === 0 ? [] : ['', `${title}:`, '', ...table(head, rows)];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

const code = (subject: string): string => `\`${subject}\``;
/** Returns a link to the schema of a public fact. The file name of the schema is the fact's subject without `evt.`. */
const factLink = ({ subject }: Subject): string =>
  `[\`${subject.slice('evt.'.length)}\`](events/${subject.slice('evt.'.length)}.schema.json)`;
const reactionLinks = (map: SystemMap, fact: Subject): string =>
  reactionsTo(map, fact)
    .map(({ app, reaction, file }) => `[${app} ${reaction}](../${file})`)
    .join('<br>');

/** Returns a link to a slice, with its path in the app as the text, `hold/place-hold`, or its path with the library. */
function link(file: string): string {
  const short = file.replace(/^apps\/[^/]+\/src\/|(?<=^libs\/[^/]+\/)src\//, '').replace(/\.handler\.ts$|\.ts$/, '');
  const [folder, name] = [short.split('/').slice(0, -1), short.split('/').at(-1) ?? ''];
  return `[${folder.at(-1) === name ? folder.join('/') : short}](../${file})`;
}
