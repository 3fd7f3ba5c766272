/** `npm run generate` writes the page of the cases of `kushk plugin test` to `docs/reference/plugin-test.md`. */
import { resolve } from 'node:path';
import { PROMISES, type PromiseName, type TestCase } from '../../../apps/cli/src/plugin-test/case.js';
import { POLL_CASES, TEST_CASES } from '../../../apps/cli/src/plugin-test/run-cases.js';
import { writeGenerated } from './write-generated.js';

const HEADINGS: Readonly<Record<PromiseName, string>> = {
  trust: 'Who may install, renew and remove',
  signature: 'Signatures',
  effect: 'Events and their effects',
  tool: 'Tools',
  page: 'Pages',
  credentials: 'The life of credentials',
  state: 'State',
  secrets: 'Secrets',
  poll: 'Polling',
};

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

function sectionOf(promise: PromiseName): string {
  const row = ({ id, texts }: TestCase, note: string): string =>
    `| \`${id}\`${note} | ${cell(texts.did.en)} | ${cell(texts.expected.en)} |`;
  const ofPromise = (cases: readonly TestCase[]) => cases.filter((one) => one.promise === promise);
  const same = (one: TestCase) => TEST_CASES.find(({ id }) => id === one.id);
  const rows = [
    ...ofPromise(TEST_CASES).map((one) => row(one, '')),
    ...ofPromise(POLL_CASES)
      .filter((one) => same(one)?.texts.did.en !== one.texts.did.en)
      .map((one) => row(one, same(one) === undefined ? '' : ' when it polls')),
  ];
  const table = ['| case | what the test did | what must come |', '| --- | --- | --- |', ...rows];
  return [`## ${HEADINGS[promise]}`, '', PROMISES[promise], '', ...table, ''].join('\n');
}

const page = `# What the plugin test tests

These are the cases of [\`kushk plugin test\`](../plugin-authors.md#test-it-kushk-plugin-test). The test plays a hub, two instances
that the hub lists and one that it does not, each with an origin and keys of its own. Cases run causes first: a case that could only repeat a
failure is skipped and names it. A case is also skipped where nothing is visible from outside, such as the effect of an
outcome in a plugin that writes nothing to the API. The organisation has two cases, and the document
of each accepted source that an event names.

${(Object.keys(PROMISES) as PromiseName[]).map(sectionOf).join('\n')}`;

writeGenerated(resolve(import.meta.dirname, '../../../docs/reference'), new Map([['plugin-test.md', page]]));
