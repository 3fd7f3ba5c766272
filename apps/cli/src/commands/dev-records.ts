/** `kushk dev records`: the records that a plugin keeps in its installation. */
import type { RecordResource } from '@kushk/contracts';
import { pathOf } from '../api.js';
import { adminConnection } from '../connection.js';
import { installationOf, type InstalledPluginOptions } from '../dev/installed-plugin.js';
import { InstanceClient } from '../dev/instance-client.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { usageFailure } from '../failure.js';
import { limitOf } from '../list-limit.js';
import { listFrom } from '../list-all.js';
import { phrase } from '../phrase.js';
import { printable, type Terminal } from '../terminal.js';

export interface RecordListOptions extends InstalledPluginOptions {
  readonly limit: string;
}

/** Prints the records of one type, or of every type of the manifest, in the order of their ids. */
export async function listPluginRecords(
  terminal: Terminal,
  type: string | undefined,
  options: RecordListOptions,
): Promise<ExitCode> {
  const connection = adminConnection(options);
  const client = new InstanceClient(connection, terminal.language);
  const { installation_id: id } = await installationOf(client, options);
  const declared = ((await client.manifest(id)).records ?? []).map((one) => one.type);
  const types = type === undefined ? declared : [declaredType(type, declared)];
  const limit = limitOf(options.limit);
  const records: RecordResource[] = [];
  let hasMore = false;
  for (const name of types) {
    if (records.length === limit) hasMore = true;
    if (hasMore) break;
    const list = await listFrom<RecordResource>(terminal, {
      connection,
      path: pathOf`/instance/v1/dev/installations/${id}/records/${name}`,
      limit: limit - records.length,
    });
    records.push(...list.items);
    hasMore = list.has_more;
  }
  terminal.result(
    { items: records, has_more: hasMore },
    records.length === 0 ? [emptyLine(terminal, types)] : records.flatMap((record) => recordLines(terminal, record)),
  );
  if (hasMore && !terminal.json) terminal.note(terminal.translate`there are more: raise --limit, or name a type`);
  return EXIT.ok;
}

function declaredType(type: string, declared: readonly string[]): string {
  if (declared.includes(type)) return type;
  throw usageFailure(
    declared.length === 0
      ? phrase`the manifest declares no record type: "records" in it lists them`
      : phrase`the manifest declares no record type "${type}"; there are ${declared.join(', ')}`,
  );
}

function emptyLine(terminal: Terminal, types: readonly string[]): string {
  return types.length === 0
    ? terminal.translate`the manifest declares no record type: "records" in it lists them`
    : terminal.translate`no records of ${types.join(', ')}`;
}

function recordLines(terminal: Terminal, { type, external_id, revision, updated_at, data }: RecordResource): string[] {
  const about = terminal.paint('dim', terminal.translate`revision ${revision}, ${updated_at}`);
  return [
    `${terminal.paint('bold', printable(`${type}/${external_id}`))}  ${about}`,
    `  ${printable(JSON.stringify(data))}`,
  ];
}
