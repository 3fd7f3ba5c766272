/** Documents of generated Persian text with words as frequent as in a language: few frequent ones, many rare ones. */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { rowTerms } from '../../../apps/workspace/src/platform-record/record-row.js';

const letters = [...'ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی'];
const vocabulary = 30_000;
const wordsPerDocument = { min: 20, max: 160 };
const batch = 1_000;

/** A generator of pseudo-random numbers (mulberry32), so that every run has the same documents. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** All words, the most frequent first. */
export function persianWords(random: () => number): readonly string[] {
  const words = new Set<string>();
  while (words.size < vocabulary) {
    const length = 2 + Math.floor(random() * 7);
    words.add(Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join(''));
  }
  return [...words];
}

/** The rank of a word in a text: the frequency of a word is inversely proportional to its rank (Zipf's law). */
export function rank(random: () => number): number {
  return Math.min(vocabulary - 1, Math.floor(vocabulary ** random()) - 1);
}

export interface Filling {
  readonly organisationId: string;
  readonly documents: number;
  readonly words: readonly string[];
  readonly random: () => number;
  /** Sees one document in fifty, besides those that everyone sees. */
  readonly personId: string;
}

/** Fills the table of documents. Half of the documents are visible to everyone. */
export async function fillDocuments(client: pg.Client, filling: Filling): Promise<void> {
  await client.query('drop index documents_by_term');
  for (let from = 0; from < filling.documents; from += batch) {
    const count = Math.min(batch, filling.documents - from);
    const rows = Array.from({ length: count }, (_, at) => documentRow(from + at, filling));
    await client.query(
      `insert into documents (stream_id, organisation_id, visible_to, fields, terms, revision, created_at, updated_at)
        select r.id, $1, r.visible_to, r.fields, r.terms::tsvector, 1, now(), now()
        from json_to_recordset($2) as r(id text, visible_to text[], fields json, terms text)`,
      [filling.organisationId, JSON.stringify(rows)],
    );
  }
  await client.query("set maintenance_work_mem = '256MB'");
  await client.query('create index documents_by_term on documents using gin (terms)');
  await client.query('vacuum analyze documents');
}

function documentRow(number: number, { organisationId, words, random, personId }: Filling) {
  const count = wordsPerDocument.min + Math.floor(random() * (wordsPerDocument.max - wordsPerDocument.min));
  const text = Array.from({ length: count }, () => words[rank(random)]).join(' ');
  const title = Array.from({ length: 4 }, () => words[rank(random)]).join(' ');
  const id = `doc_${String(number).padStart(10, '0')}${randomBytes(8).toString('hex')}`;
  const visible_to = number % 2 === 0 ? null : number % 50 === 1 ? [personId] : ['per_other'];
  const fields = { title, content_type: 'text/plain', text, case_id: null, member_ids: visible_to };
  return { id, visible_to, fields, terms: rowTerms(organisationId, [title, text]) };
}
