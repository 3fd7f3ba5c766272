/** What a tool of the MCP server is, and how tools read their arguments. */
import type { JsonObject, PageRequest } from '@kushk/contracts';
import type { OwnToolName, ToolName } from '@kushk/manifest';
import type { SendRequest } from '../../http/route.js';
import { CONTENT_BYTES, PAGE_LIMIT_MAX } from '../platform-readers.js';

/** The plugin that calls, and for whom: `person_id` is null for a plugin that acts for no person. */
export interface ToolCaller {
  readonly installation_id: string;
  readonly organisation_id: string;
  readonly person_id: string | null;
  readonly scopes: readonly string[];
  readonly locale: { readonly calendar: string; readonly timezone: string };
}
/** Arguments that match the schema of the tool. An optional argument may be absent; a time is in UTC. */
export type ToolArguments = Readonly<Record<string, string | number | undefined>>;

export interface Tool {
  readonly title: string;
  /** When to use the tool and what it returns, for models. */
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject;
  /** The arguments that are times, and which end of a day a date stands for. The start comes before the end. */
  readonly times?: Readonly<Record<string, 'start' | 'end'>>;
  /** Whether the tool reads what belongs to one person, so that it needs a handle. */
  readonly needsPerson?: boolean;
  /** Throws `Refused` when a service refuses the request. */
  readonly read: (caller: ToolCaller, given: ToolArguments, send: SendRequest) => Promise<object>;
}
export interface ListedTool extends Tool {
  readonly name: ToolName | OwnToolName;
  readonly scope: string;
}

export const text = (value: string | number | undefined): string | null => (value === undefined ? null : String(value));
export const textOf = (value: string | number | undefined): string => String(value);
export const pageRequest = ({ limit, cursor }: ToolArguments): PageRequest => ({
  limit: Number(limit ?? PAGE_LIMIT_MAX),
  cursor: text(cursor),
  max_bytes: CONTENT_BYTES,
});
