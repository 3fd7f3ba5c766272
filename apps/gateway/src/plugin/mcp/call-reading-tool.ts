/** Calls a reading tool and writes its result or its error in the way that MCP expects, so that a model can react. */
import type { JsonObject, Problem } from '@kushk/contracts';
import { codeEntry, mapError, RETRY_AFTER_SECONDS, type KnownCode } from '@kushk/edge';
import { validateAgainst } from '@kushk/manifest';
import { log } from '@kushk/runtime';
import type { SendRequest } from '../../http/route.js';
import { withNames } from './people-names.js';
import type { ListedTool, ToolArguments, ToolCaller } from './tool.js';
import { resolveTimes } from './tool-times.js';

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

/** The length of one item in the text beside the structured content. */
const LINE_CHARACTERS = 100;

/** Never rejects: what the caller can correct or repeat is a result with `isError`. */
export async function callReadingTool(
  tool: ListedTool,
  { caller, given }: { readonly caller: ToolCaller; readonly given: unknown },
  send: SendRequest,
): Promise<ToolResult> {
  const sent = withoutNulls(given ?? {});
  const problems = validateAgainst(tool.inputSchema, sent);
  if (problems.length > 0) return invalid(tool, problems);
  const times = resolveTimes(tool, sent as ToolArguments, caller.locale.timezone);
  if ('problems' in times) return invalid(tool, times.problems);
  if (tool.needsPerson === true && caller.person_id === null)
    return failed(
      `${tool.name} reads what belongs to one person. Send the header Service-Handle with the handle of the person ` +
        'on whose behalf you act.',
      { code: 'auth.handle_required', status: 403 },
    );
  try {
    return succeeded(await withNames(await tool.read(caller, times.resolved, send), caller, send));
  } catch (error) {
    return failedBy(tool, error);
  }
}

/** Models often send null for an argument that they do not use. */
function withoutNulls(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

type ArgumentProblem = Pick<Problem, 'path' | 'message'>;

function invalid(tool: ListedTool, problems: readonly ArgumentProblem[]): ToolResult {
  const meta = { code: 'request.invalid', status: 422, params: { problems } } as const;
  return failed(describeProblems(tool, problems), meta);
}

function describeProblems(tool: ListedTool, problems: readonly ArgumentProblem[]): string {
  const listed = problems.map(({ path, message }) => `- ${path === '' ? 'arguments' : path.slice(1)}: ${message}`);
  const names = Object.keys(tool.inputSchema['properties'] as JsonObject).join(', ');
  return [
    `The arguments of ${tool.name} are not valid. Correct them and call it again.`,
    ...listed,
    `The arguments of ${tool.name} are: ${names}.`,
  ].join('\n');
}

function failedBy(tool: ListedTool, error: unknown): ToolResult {
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

function describeRefusal({ name }: ListedTool, { code, status }: ErrorMeta, title: string): string {
  if (code.endsWith('.not_found'))
    return `${name} found nothing with this id. It does not exist, or you may not see it.`;
  if (code === 'cursor.invalid')
    return 'cursor: is not a `next_cursor` of this tool. Omit it to start with the first page.';
  if (status === 503 || status === 504)
    return `The service is not available at the moment (${code}). Call ${name} again in ${RETRY_AFTER_SECONDS} seconds.`;
  return `${title} (${code}).`;
}

/**
 * The text names what the structured content has in full, so that a model that reads both does not read it twice.
 */
function succeeded(structuredContent: object): ToolResult {
  const { items, next_cursor: next } = structuredContent as { items?: readonly object[]; next_cursor?: string | null };
  const lines = (items ?? [structuredContent]).map(lineOf);
  const count = items === undefined ? '' : `${items.length} ${items.length === 1 ? 'item' : 'items'}. `;
  const more = typeof next === 'string' ? ' There is more: see next_cursor.' : '';
  return {
    content: [{ type: 'text', text: [`${count}All fields are in structuredContent.${more}`, ...lines].join('\n') }],
    structuredContent: structuredContent as Record<string, unknown>,
    _meta: { untrusted: true },
  };
}

/** The id of an item and what it is called. */
function lineOf(item: object): string {
  const { id, external_id, title, name, summary, text, status } = item as Readonly<Record<string, unknown>>;
  // A character has one or two code units.
  const called = String(title ?? name ?? summary ?? text ?? '').slice(0, 2 * LINE_CHARACTERS);
  const parts = [id ?? external_id, status, [...called.replaceAll(/\s+/g, ' ')].slice(0, LINE_CHARACTERS).join('')];
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' ');
}

function failed(text: string, _meta: ErrorMeta): ToolResult {
  return { content: [{ type: 'text', text }], isError: true, _meta };
}
