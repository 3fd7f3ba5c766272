/**
 * Compares the contents that a content view keeps with the digests that a rebuild has folded from the log. A content
 * that is not there cannot be derived from anything else.
 */
import type { PipelinedClient } from '../postgres/pipelined-client.js';

/** Maximum number of streams shown per table. */
const shownStreams = 5;

/** A table of contents, and the property of the state that has the digest of each. */
export interface CheckedContents {
  readonly table: string;
  readonly category: string;
  readonly digest: string;
}

export interface MissingContents {
  readonly table: string;
  /** Number of streams that have a content in the log, but not or another one in the table. */
  readonly missing: number;
  /** The ids of some of these streams. */
  readonly examples: readonly string[];
}

export async function findMissingContents(
  client: PipelinedClient,
  contents: readonly CheckedContents[],
): Promise<MissingContents[]> {
  const found: MissingContents[] = [];
  for (const { table, category, digest } of contents) {
    const { rows } = await client.query<{ missing: string; examples: readonly string[] | null }>(
      `with m as (select s.stream_id from rebuild_states s
          left join ${table} c on c.stream_id = substr(s.stream_id, length($1) + 1)
          where starts_with(s.stream_id, $1) and s.state ->> $2 is not null and (c.content is null
            or s.state ->> $2 <> rtrim(translate(encode(sha256(convert_to(c.content::text, 'UTF8')), 'base64'), '+/', '-_'), '=')))
        select (select count(*) from m)::text as missing,
          array(select stream_id from m order by stream_id limit ${shownStreams}) as examples`,
      [`${category}-`, digest],
    );
    const [row] = rows as [{ missing: string; examples: readonly string[] }];
    if (row.missing !== '0')
      found.push({ table: table.replaceAll('"', ''), missing: Number(row.missing), examples: row.examples });
  }
  return found;
}
