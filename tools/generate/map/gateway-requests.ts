/**
 * The requests that the gateway sends outside its route tables: to authenticate callers, and in code that several
 * routes share.
 */
import { contractNames, visitAll, type Sources } from './program.js';

export interface GatewayRequest {
  readonly file: string;
  readonly group: string;
  readonly member: string;
}

/** Returns the requests that the gateway's source files refer to. Ignores files named `*-routes.ts`. */
export function gatewayRequestsIn(
  { checker, files, pathOf }: Sources,
  requests: ReadonlySet<string>,
): readonly GatewayRequest[] {
  const found = new Map<string, GatewayRequest>();
  for (const file of files) {
    const path = pathOf(file);
    if (!path.startsWith('apps/gateway/src/') || path.endsWith('-routes.ts')) continue;
    visitAll(file, (node) => {
      const names = contractNames(checker, node);
      if (names === null || !requests.has(names.join('.'))) return;
      const [group, member] = names;
      found.set(`${path} ${group}.${member}`, { file: path, group, member });
    });
  }
  return [...found.values()];
}
