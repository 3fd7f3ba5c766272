/** What the gateway asks outside its route tables: its doors, before any route, and what an instance is asked by the hub. */
import { contractNames, walk, type Sources } from './program.js';

export interface Asked {
  readonly file: string;
  readonly group: string;
  readonly member: string;
}

/** Mentions of requests in the gateway's doors and in the flows that its tables call. */
export function askedByGateway({ checker, files, pathOf }: Sources, requests: ReadonlySet<string>): readonly Asked[] {
  const found = new Map<string, Asked>();
  for (const file of files) {
    const path = pathOf(file);
    if (!path.startsWith('apps/gateway/src/') || path.endsWith('-routes.ts')) continue;
    walk(file, (node) => {
      const names = contractNames(checker, node);
      if (names === null || !requests.has(names.join('.'))) return;
      const [group, member] = names;
      found.set(`${path} ${group}.${member}`, { file: path, group, member });
    });
  }
  return [...found.values()];
}
