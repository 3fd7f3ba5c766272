/** Reads every content that a source needs, for `kushk-deploy verify`. */
import { contentDigest, type SealingKey } from '@kushk/credentials';
import { openEventStore } from '@kushk/event-store';
import type { ContentStoreConfig } from '@kushk/runtime';
import { workspaceStore } from '../store.module.js';
import { ContentStore } from './content-store.js';
import { Contents } from './contents.view.js';
import { openObjectStore } from './open-object-store.client.js';

export interface ContentsReport {
  readonly contents: number;
  readonly bytes: number;
  /** The contents that are missing, cannot be opened or have another digest, with the reason. */
  readonly problems: readonly string[];
}

export interface VerifyContentsOptions {
  readonly databaseUrl: string;
  readonly contentStore: ContentStoreConfig;
  readonly contentKeys: readonly SealingKey[];
}

export async function verifyContents(options: VerifyContentsOptions): Promise<ContentsReport> {
  const { databaseUrl, contentStore, contentKeys: keys } = options;
  const { dataSource, close } = await openEventStore({ ...workspaceStore, databaseUrl, isMaintained: false });
  try {
    const contents = new Contents(dataSource);
    const store = new ContentStore({ objects: await openObjectStore(contentStore), contents, keys });
    const report = { contents: 0, bytes: 0, problems: [] as string[] };
    for (let page = await contents.needed(null); page.length > 0; page = await contents.needed(page.at(-1) ?? null))
      for (const { organisationId, digest } of page) {
        const content = await store.read({ organisationId, digest }).catch((error: Error) => error);
        report.contents += 1;
        if (content instanceof Buffer && contentDigest(content) === digest) report.bytes += content.length;
        else report.problems.push(`${organisationId} ${digest}: ${reasonOf(content)}`);
      }
    return report;
  } finally {
    await close();
  }
}

function reasonOf(content: Buffer | Error | null): string {
  if (content === null) return 'not stored';
  return content instanceof Error ? content.message : 'it has another digest';
}
