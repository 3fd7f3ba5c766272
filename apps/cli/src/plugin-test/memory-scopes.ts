/** The scopes that the plugin API of the tested plugin requires: the same as those of an instance. */
const SCOPES: Readonly<Record<string, string>> = {
  people: 'proposals.*',
  records: 'records.own',
  proposals: 'proposals.*',
  sources: 'sources.intake.*',
  wallet: 'wallet.consume',
};
/** The records of `/platform/{kind}`: their type, as codes name it, and the scope that reads them. */
export const PLATFORM_KINDS: Readonly<Record<string, { readonly type: string; readonly scope: string }>> = {
  cases: { type: 'case', scope: 'cases.read' },
  people: { type: 'person', scope: 'people.read' },
  sessions: { type: 'session', scope: 'sessions.read' },
  documents: { type: 'document', scope: 'documents.read' },
  calendar: { type: 'calendar_event', scope: 'calendar.read' },
  memory: { type: 'memory', scope: 'memory.read' },
};

/**
 * The scope of a call, or null if it requires none; `proposals.*` stands for any scope that begins so. A new proposal
 * or source, whose body is given, requires the scope of its type or kind.
 */
export function requiredScope(resource: string, created: Readonly<Record<string, unknown>> | null): string | null {
  if (resource === 'proposals' && created !== null) return `proposals.${String(created['record_type'])}`;
  if (resource === 'sources' && created !== null) return `sources.intake.${String(created['kind'])}`;
  return SCOPES[resource] ?? null;
}
