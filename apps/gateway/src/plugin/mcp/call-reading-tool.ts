/** Calls a reading tool and writes its result or its error in the way that MCP expects, so that a model can react. */
import type { JsonObject, Problem } from '@kushk/contracts';
import { codeEntry, mapError, RETRY_AFTER_SECONDS, type KnownCode } from '@kushk/edge';
import { validateAgainst } from '@kushk/manifest';
import { log } from '@kushk/runtime';
import type { SendRequest } from '../../http/route.js';
import type { ReadingTool, ToolArguments, ToolReader } from './reading-tools.js';

/** The result of `tools/call`. A type and no interface, because the SDK's type has an index signature. */
export type ToolResult = {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
  readonly _meta: ErrorMeta | UntrustedMeta;
};
/** The error for programs: the code and status with which a route of the HTTP API would reject the request. */
type ErrorMeta = {
  /** A code of the table, because each of them has a page that says what to do. */
  readonly code: KnownCode;
  readonly status: number;
  readonly params?: Readonly<Record<string, unknown>>;
};

/** Says to the program of a model that the texts of a result are data of many people, and no instructions. */
type UntrustedMeta = { readonly untrusted: true };

/** The maximum size of the result of a tool, as JSON in UTF-8. */
export const RESULT_BYTES = 256 * 1024;
const TOO_LONG_TO_REPEAT = 'The result is in structuredContent. It is too long to be repeated here.';

/** Never rejects: what the caller can correct or repeat is a result with `isError`. */
export async function callReadingTool(
  tool: ReadingTool,
  { reader, given }: { readonly reader: ToolReader; readonly given: unknown },
  send: SendRequest,
): Promise<ToolResult> {
  const sent = withoutNulls(given ?? {});
  const problems = argumentProblems(tool, sent);
  if (problems.length > 0)
    return failed(describeProblems(tool, problems), { code: 'request.invalid', status: 422, params: { problems } });
  if (tool.needsPerson === true && reader.person_id === null)
    return failed(
      `${tool.name} reads what belongs to one person. Send the header Service-Handle with the handle of the person ` +
        'on whose behalf you act.',
      { code: 'auth.handle_required', status: 403 },
    );
  try {
    return succeeded(await tool.read(reader, sent as ToolArguments, send));
  } catch (error) {
    return failedBy(tool, error);
  }
}

/** Models often send null for an argument that they do not use. */
function withoutNulls(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

function argumentProblems({ inputSchema }: ReadingTool, given: unknown): readonly Pick<Problem, 'path' | 'message'>[] {
  const problems = validateAgainst(inputSchema, given);
  if (problems.length > 0) return problems;
  const times = Object.entries(inputSchema['properties'] as Record<string, JsonObject>)
    .filter(([, schema]) => schema['format'] === 'date-time')
    .map(([name]) => [name, (given as ToolArguments)[name]] as const);
  return times
    .filter(([, value]) => value !== undefined && Number.isNaN(Date.parse(String(value))))
    .map(([name]) => ({ path: `/${name}`, message: 'is not a time that exists' }));
}

function describeProblems(tool: ReadingTool, problems: readonly Pick<Problem, 'path' | 'message'>[]): string {
  const listed = problems.map(({ path, message }) => `- ${path === '' ? 'arguments' : path.slice(1)}: ${message}`);
  const names = Object.keys(tool.inputSchema['properties'] as JsonObject).join(', ');
  return [
    `The arguments of ${tool.name} are not valid. Correct them and call it again.`,
    ...listed,
    `The arguments of ${tool.name} are: ${names}.`,
  ].join('\n');
}

function failedBy(tool: ReadingTool, error: unknown): ToolResult {
  const { refused, isDefect } = mapError(error);
  const entry = codeEntry(refused.code);
  if (!isDefect && entry !== null) {
    const meta = { code: refused.code as KnownCode, status: entry.status, params: refused.params };
    return failed(describeRefusal(tool, meta, entry.titles.en), meta);
  }
  log.error({ err: error, tool: tool.name, code: refused.code }, 'reading tool failed');
  const text = `${tool.name} failed because of an internal error. Calling it again may help.`;
  return failed(text, { code: 'service.failed', status: 500 });
}

function describeRefusal({ name }: ReadingTool, { code, status }: ErrorMeta, title: string): string {
  if (code.endsWith('.not_found'))
    return `${name} found nothing with this id. It does not exist, or you may not see it.`;
  if (code === 'cursor.invalid')
    return 'cursor: is not a `next_cursor` of this tool. Omit it to start with the first page.';
  if (status === 503 || status === 504)
    return `The service is not available at the moment (${code}). Call ${name} again in ${RETRY_AFTER_SECONDS} seconds.`;
  return `${title} (${code}).`;
}

function succeeded(structuredContent: object): ToolResult {
  const text = JSON.stringify(structuredContent);
  // The escaped text and the structured content are what makes a result large. The rest has a few hundred bytes.
  const bytes = Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(text)) + ENVELOPE_BYTES;
  return {
    content: [{ type: 'text', text: bytes > RESULT_BYTES ? TOO_LONG_TO_REPEAT : text }],
    structuredContent: structuredContent as Record<string, unknown>,
    _meta: { untrusted: true },
  };
}
const ENVELOPE_BYTES = 1_000;

function failed(text: string, _meta: ErrorMeta): ToolResult {
  return { content: [{ type: 'text', text }], isError: true, _meta };
}
