/** Text searches over many documents of Persian text: of the documents, and of everything that a person sees. */
import { openEventStore } from '@kushk/event-store';
import pg from 'pg';
import { DocumentRow, Documents } from '../../../apps/workspace/src/document/document.view.js';
import { People, PersonRow } from '../../../apps/workspace/src/person/person.view.js';
import { Search } from '../../../apps/workspace/src/search/search.view.js';
import { excerptOf } from '../../../apps/workspace/src/text-search/excerpt.js';
import { workspaceStore } from '../../../apps/workspace/src/store.module.js';
import { calibratedRow } from './calibrated-row.js';
import { fillDocuments, persianWords, randomNumbers, rank } from './persian-documents.js';
import type { Row } from './row.js';
import { withServers } from './servers.js';
import { sizeOf } from './sizes.js';

const documents = sizeOf({ normal: 20_000, full: 100_000 });
const searches = 300;
const page = { start: null, limit: 50 };
const limitMs = 50;
const organisationId = 'org_00000000000000000000000001';
const personId = 'per_00000000000000000000000001';

export function run(): Promise<Row> {
  return withServers(async ({ database }) => {
    const databaseUrl = await database('workspace');
    const store = await openEventStore({ ...workspaceStore, databaseUrl, isMaintained: false });
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      const random = randomNumbers(1);
      const words = persianWords(random);
      await client.query(
        `insert into people (stream_id, organisation_id, issuer, subject, name, role, terms)
          values ($1, $2, 'bench', 'bench', 'مینا', 'member', '')`,
        [personId, organisationId],
      );
      await fillDocuments(client, { organisationId, documents, words, random, personId });
      const people = new People(store.dataSource.getRepository(PersonRow));
      const ofDocuments = new Documents(store.dataSource.getRepository(DocumentRow), people);
      const ofEverything = new Search(store.dataSource, people);
      const readers = [null, personId].map((id) => ({ organisationId, personId: id }));
      const durations: { readonly query: string; readonly ms: number }[] = [];
      for (let n = 0; n < searches; n += 1) {
        const query = queryOf(n, words, random);
        const reader = readers[n % 2]!;
        const startedAt = performance.now();
        const found =
          n % 4 < 2
            ? await ofDocuments.search(reader, { case_id: null, query }, page)
            : await ofEverything.find(reader, { text: query, types: ALL_TYPES }, page);
        for (const { text } of found.rows) excerptOf(text ?? '', query);
        durations.push({ query, ms: performance.now() - startedAt });
      }
      const sorted = durations.map(({ ms }) => ms).toSorted((a, b) => a - b);
      const at = (share: number) => sorted[Math.floor(sorted.length * share)]!;
      return await calibratedRow({
        name: `search, ${documents.toLocaleString('en')} documents, p95`,
        measured: at(0.95),
        limit: limitMs,
        unit: 'ms',
        note: `p50 ${at(0.5).toFixed(1)} ms, slowest ${sorted.at(-1)!.toFixed(0)} ms`,
      });
    } finally {
      await client.end();
      await store.close();
    }
  });
}

const ALL_TYPES = ['case', 'person', 'session', 'document', 'calendar_event', 'memory'] as const;

/** Words of every frequency, beginnings of words, and two words. */
function queryOf(number: number, words: readonly string[], random: () => number): string {
  const word = words[rank(random)]!;
  switch (number % 3) {
    case 0:
      return word;
    case 1:
      return word.slice(0, 3);
    default:
      return `${word} ${words[rank(random)]!}`;
  }
}
