/** `docs/map.md` as text. */
import { publicFacts, requests, type Subject } from './contracts.js';
import type { Handlers } from './handlers.js';
import { answererOf, listenersOf, saidFor, subjectOf, type Town } from './town.js';

/** The whole page. Links are relative to `docs/`. */
export function mapPage(town: Town): string {
  const services = [...new Set([...requests.values()].map(({ subject }) => answererOf(town, subject).app))];
  return `${[
    '# Map',
    'Made from the running source by `npm run generate`; do not edit. It says what happens behind every route: which',
    'request is asked of which service, which file answers it, which facts that leads to, and who listens to them.',
    '',
    '- [Routes](#routes): route → request → slice → facts → reactions',
    '- [Doors](#doors): what is asked before any route',
    '- [Public facts](#public-facts): when they are said, and who listens',
    `- By service, what it decides, answers and reacts to: ${services.map((name) => `[${name}](#${name})`).join(', ')}`,
    '',
    'Subjects are written without their scope: `hub` or the id of an instance comes in front. Facts in *italics* are kept',
    'in the log of their service; those in `code` are what leaves it. They are what a slice *can* lead to, read from its',
    'code through every call, so a rare one (a hold that expires just then) stands beside the usual ones.',
    '',
    '## Routes',
    ...town.apis.flatMap((api) => routesOfApi(town, api)),
    '',
    '## Doors',
    'Who stands behind a request is asked before its route is taken; flows that several routes share ask here, too.',
    '',
    ...table(
      ['Where', 'Request', 'Slice'],
      town.asked.map(({ file, ...names }) => [
        link(file),
        code(subjectOf(names).subject),
        link(answererOf(town, subjectOf(names).subject).file),
      ]),
    ),
    '',
    '## Public facts',
    'The schema of each is generated, too. A reaction is a durable consumer; a consumer that listens to several facts',
    'takes them in the order in which they happened to a stream.',
    '',
    ...table(
      ['Fact', 'Said when', 'Listens'],
      [...publicFacts.values()].map((fact) => [
        factLink(fact),
        saidWhen(town, fact),
        listeners(town, fact) || 'nobody yet',
      ]),
    ),
    ...services.flatMap((service) => serviceSection(town, service)),
  ].join('\n')}\n`;
}

function routesOfApi(town: Town, { title, prefix, role, routes }: Town['apis'][number]): string[] {
  const rows = routes.flatMap((route) => {
    const name = `\`${route.method} ${route.path.slice(prefix.length)}\`<br>${route.summary}`;
    if (route.asks.length === 0) return [[name, '', '', '', '']];
    return route.asks.map(({ subject }, index) => [
      index === 0 ? name : '',
      code(subject),
      ...consequences(town, subject),
    ]);
  });
  return [
    '',
    `### ${title}`,
    `On the ${role}${prefix ? `, below \`${prefix}\`` : ''}.`,
    '',
    ...table(['Route', 'Request', 'Slice', 'Facts', 'Reactions'], rows),
  ];
}

function consequences(town: Town, subject: string): [slice: string, facts: string, reactions: string] {
  const { app, file, facts, streams } = answererOf(town, subject);
  if (subject.startsWith('qry.')) return [link(file), '', ''];
  const said = saidFor(town, app, facts, streams);
  return [
    link(file),
    leads(town, app, facts, streams),
    said
      .map((fact) => listeners(town, fact))
      .filter(Boolean)
      .join('<br>'),
  ];
}

function saidWhen(town: Town, fact: Subject): string {
  const causes = town.publications.filter((one) => subjectOf(one) === fact);
  return (
    causes.map(({ privateFact, category, file }) => `*${privateFact}* of [${category}](../${file})`).join('<br>') ||
    'not yet'
  );
}

function serviceSection(town: Town, service: string): string[] {
  const { answering, reacting, byItself } = ofApp(town.handlers, service);
  const streams = town.streams.filter((one) => one.app === service);
  const bySubject = (prefix: string) =>
    [...requests.values()]
      .filter((one) => one.subject.startsWith(prefix))
      .flatMap((request) => answering.filter((one) => subjectOf(one) === request).map((one) => ({ request, ...one })));
  const decides = bySubject('cmd.').map(({ request, file, streams: over, facts }) => [
    code(request.subject),
    link(file),
    over.join(', '),
    leads(town, service, facts, over),
  ]);
  const answers = bySubject('qry.').map(({ request, file }) => [code(request.subject), link(file)]);
  const reacts = reacting.map(({ reaction, file, facts, streams: over, ...names }) => [
    factLink(subjectOf(names)),
    `\`${reaction}\``,
    link(file),
    leads(town, service, facts, over),
  ]);
  const own = byItself.map(({ name, file, facts, streams: over }) => [
    `[${name}](../${file})`,
    over.join(', '),
    leads(town, service, facts, over),
  ]);
  return [
    '',
    `## ${service}`,
    ...(streams.length > 0
      ? [`Streams: ${streams.map(({ category, file }) => `[${category}](../${file})`).join(', ')}.`]
      : []),
    ...titled('decides', ['Command', 'Slice', 'Over', 'Facts'], decides),
    ...titled('answers', ['Question', 'Slice'], answers),
    ...titled('reacts to', ['Fact', 'Reaction', 'Slice', 'Leads to'], reacts),
    ...titled('does by itself', ['Part', 'Over', 'Facts'], own),
  ];
}

function ofApp({ answering, reacting, byItself }: Handlers, app: string): Handlers {
  const its = (one: { readonly app: string }): boolean => one.app === app;
  return { answering: answering.filter(its), reacting: reacting.filter(its), byItself: byItself.filter(its) };
}

function leads(town: Town, app: string, facts: readonly string[], streams: readonly string[]): string {
  return [privately(facts), saidFor(town, app, facts, streams).map(factLink).join('<br>')].filter(Boolean).join('<br>');
}

function titled(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return rows.length === 0 ? [] : ['', `It ${title}:`, '', ...table(head, rows)];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

const code = (subject: string): string => `\`${subject}\``;
const privately = (facts: readonly string[]): string => facts.map((fact) => `*${fact}*`).join(', ');
/** The schema of a public fact: its subject without `evt.` names the file. */
const factLink = ({ subject }: Subject): string =>
  `[\`${subject.slice('evt.'.length)}\`](events/${subject.slice('evt.'.length)}.schema.json)`;
const listeners = (town: Town, fact: Subject): string =>
  listenersOf(town, fact)
    .map(({ app, reaction, file }) => `[${app} ${reaction}](../${file})`)
    .join('<br>');

/** A slice is named by its place in its app: `hold/place-hold`. */
function link(file: string): string {
  const short = file.replace(/^apps\/[^/]+\/src\//, '').replace(/\.handler\.ts$|\.ts$/, '');
  const [folder, name] = [short.split('/').slice(0, -1), short.split('/').at(-1) ?? ''];
  return `[${folder.at(-1) === name ? folder.join('/') : short}](../${file})`;
}
