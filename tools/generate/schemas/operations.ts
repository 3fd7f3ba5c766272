/**
 * What the OpenAPI documents need to know about an operation and only the source code contains: the error codes that
 * the route and the services behind it can refuse with, and the response headers that the route sets.
 */
import ts from 'typescript';
import { codeEntry } from '@kushk/edge';
import { requests } from '../map/contracts.js';
import { messageHandlersIn } from '../map/message-handlers.js';
import { contractNames, propertyOf, symbolOf, visitAll, type Sources } from '../map/program.js';
import { codesIn } from './refusal-codes.js';
import { routeCallsIn, type RouteCall } from './route-calls.js';

export interface OperationFacts {
  /** The name of the request that a proxy route sends, such as `placeHold`. Null for a composite route. */
  readonly request: string | null;
  readonly codes: readonly string[];
  /** The names of the headers that the route itself sets, such as `location`. */
  readonly headers: readonly string[];
}

const ROUTE_FUNCTIONS = ['query', 'request', 'response', 'status', 'headers', 'handle'];

/** Returns the facts of every route by its method and path. Throws for an error code that the compiler cannot know. */
export function operationsIn(sources: Sources): Readonly<Record<string, OperationFacts>> {
  const ofServices = serviceCodes(sources);
  const operations = routeCallsIn(sources).map((route) => [route.key, factsOf(route, sources, ofServices)] as const);
  return Object.fromEntries(operations.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function factsOf(
  { kind, options }: RouteCall,
  sources: Sources,
  ofServices: ReadonlyMap<string, readonly string[]>,
): OperationFacts {
  const { checker } = sources;
  const functions = ROUTE_FUNCTIONS.map((name) => propertyOf(options, name)).filter((node) => node !== null);
  const own = codesIn(functions, sources);
  const called = kind === 'proxyRoute' ? contractNames(checker, propertyOf(options, 'calls') ?? undefined) : null;
  const sent = [...own.requests, ...(called === null ? [] : [called.join('.')])].filter((name) => requests.has(name));
  const codes = new Set([...own.codes, ...sent.flatMap((name) => ofServices.get(name) ?? [])].filter(isDocumented));
  return {
    request: called?.[1] ?? null,
    codes: [...codes].sort(),
    headers: headersOf(checker, options, kind).sort(),
  };
}

/**
 * Returns the codes that authentication can reject a kind of caller with: those of the authenticator that
 * `authenticatorsFor` creates for it and of the services that the authenticator calls. A person or an installation that
 * a service does not find is an invalid credential.
 */
export function authenticatorCodesIn(sources: Sources): Readonly<Record<string, readonly string[]>> {
  const { checker, files, pathOf } = sources;
  const ofServices = serviceCodes(sources);
  const found: Record<string, readonly string[]> = {};
  for (const file of files.filter((one) => pathOf(one).endsWith('/authenticators-for-role.ts')))
    visitAll(file, (node) => {
      if (!ts.isPropertyAssignment(node) || !ts.isNewExpression(node.initializer)) return;
      const declared = symbolOf(checker, node.initializer.expression)?.valueDeclaration;
      const method =
        declared && ts.isClassDeclaration(declared)
          ? declared.members.find((member) => member.name?.getText() === 'authenticate')
          : undefined;
      if (method === undefined) throw new Error(`${node.getText()} has no authenticate method`);
      const { codes, requests: sent } = codesIn([method], sources);
      const all = [...codes, ...[...sent].flatMap((name) => ofServices.get(name) ?? [])];
      const isSent = (code: string): boolean => isDocumented(code) && codeEntry(code)?.status !== 404;
      found[node.name.getText()] = [...new Set(all.filter(isSent))].sort();
    });
  return found;
}

/** Codes without a status never reach a client: the service or the gateway handles them. */
function isDocumented(code: string): boolean {
  return codeEntry(code) !== null && code !== 'service.failed';
}

/** Returns the codes that each request can be refused with, by the request's name in the contracts. */
function serviceCodes(sources: Sources): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { group, member, code } of messageHandlersIn(sources)) {
    const name = `${group}.${member}`;
    const subject = requests.get(name)?.subject;
    if (subject === undefined) continue;
    const { codes, unresolved } = codesIn([code], sources);
    if (unresolved.length > 0) throw new Error(`unknown error codes of ${name}: ${unresolved.join(', ')}`);
    found.set(
      name,
      [...codes].flatMap((one) => expanded(one, subject)),
    );
  }
  return found;
}

/** A proposal changes a record of one of these types, so its commands also refuse with the codes of the records. */
const changedRecords: Readonly<Record<string, readonly string[]>> = {
  proposal: ['case', 'document', 'calendar_event'],
};

/**
 * Replaces `*` in a code by the category of the stream in the request's subject: `*.not_found` of
 * `cmd.workspace.calendar-event.edit` → `calendar_event.not_found`. Handlers that several streams share name the
 * category of their stream in codes. Throws for a code that is not in the table.
 */
function expanded(code: string, subject: string): readonly string[] {
  if (!code.includes('*')) return [code];
  const [, , stream = ''] = subject.split('.');
  return (changedRecords[stream] ?? [stream]).map((category) => {
    const full = code.replace('*', category.replaceAll('-', '_'));
    if (codeEntry(full) === null) throw new Error(`${subject} refuses with ${full}, which has no status`);
    return full;
  });
}

/** The members of the type that `headers` returns, or of `headers` in the response that `handle` returns. */
function headersOf(checker: ts.TypeChecker, options: ts.Expression, kind: RouteCall['kind']): string[] {
  const node = propertyOf(options, kind === 'proxyRoute' ? 'headers' : 'handle');
  const returned = node && checker.getTypeAtLocation(node).getCallSignatures()[0]?.getReturnType();
  if (!returned) return [];
  const response = checker.getAwaitedType(returned) ?? returned;
  if (kind === 'proxyRoute') return namesIn(response);
  const headers = response.getProperty('headers');
  return headers === undefined ? [] : namesIn(checker.getNonNullableType(checker.getTypeOfSymbol(headers)));
}

function namesIn(type: ts.Type): string[] {
  const types = type.isUnion() ? type.types : [type];
  return [...new Set(types.flatMap((one) => one.getProperties().map(({ name }) => name.toLowerCase())))];
}
