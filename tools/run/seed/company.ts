/**
 * Reads the demo organisation from `company/`: its people, cases, documents, sessions, calendar and memories. Records
 * refer to people by username and to cases by key.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';

export type Role = 'admin' | 'member';

interface Authored {
  /** Unique among the records of this type. The idempotency key of the record contains it. */
  readonly key: string;
  /** The username of the person who creates the record. */
  readonly author: string;
}
export interface CompanyCase extends Authored {
  readonly title: string;
  readonly description: string;
  readonly amount?: string;
  /** The working day on which the case is due, counted from the day of the first start. */
  readonly due?: number;
  readonly status?: 'closed';
  readonly assignee: string;
  /** Absent when the whole organisation sees the case. */
  readonly members?: readonly string[];
}
export interface CompanyDocument extends Authored {
  readonly title: string;
  readonly case?: string;
  readonly members?: readonly string[];
  /** Markdown, with `{{day N}}` for dates. */
  readonly text: string;
}
export interface CompanySession {
  readonly key: string;
  readonly title: string;
  readonly day: number;
  readonly time: string;
  readonly participants?: readonly string[];
  /** Author and text of each message, the oldest first. The author of the first message starts the session. */
  readonly messages: readonly (readonly [author: string, text: string])[];
}
export interface CompanyEvent extends Authored {
  readonly title: string;
  readonly day: number;
  readonly from: string;
  readonly to: string;
  readonly attendees?: readonly string[];
  readonly case?: string;
}
export interface Company {
  readonly people: Readonly<Record<string, Role>>;
  readonly cases: readonly CompanyCase[];
  readonly documents: readonly CompanyDocument[];
  readonly sessions: readonly CompanySession[];
  readonly calendar: readonly CompanyEvent[];
  /** The person and the text of each memory. */
  readonly memory: readonly (readonly [person: string, text: string])[];
}

const folder = join(import.meta.dirname, 'company');

/** Reads the files of the demo organisation. */
export function readCompany(): Company {
  return {
    people: yamlFile('people.yaml') as Company['people'],
    cases: yamlFile('cases.yaml') as Company['cases'],
    documents: readdirSync(join(folder, 'documents'))
      .sort()
      .map((name) => documentFrom(basename(name, '.md'), readFileSync(join(folder, 'documents', name), 'utf8'))),
    sessions: yamlFile('sessions.yaml') as Company['sessions'],
    calendar: yamlFile('calendar.yaml') as Company['calendar'],
    memory: yamlFile('memory.yaml') as Company['memory'],
  };
}

function yamlFile(name: string): unknown {
  return parse(readFileSync(join(folder, name), 'utf8'));
}

/** A document is Markdown below a YAML front matter. */
function documentFrom(key: string, file: string): CompanyDocument {
  const [, frontMatter = '', text = ''] = /^---\n(.*?)\n---\n+(.*)$/s.exec(file) ?? [];
  return { ...(parse(frontMatter) as Omit<CompanyDocument, 'key' | 'text'>), key, text };
}
