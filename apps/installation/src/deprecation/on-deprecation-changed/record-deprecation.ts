/** Records what the hub states about a plugin. A statement that is not newer than the last one changes nothing. */
import type { DeprecationStatement } from '@kushk/credentials';
import { accept, type Decision } from '@kushk/decider';
import type { DeprecationFact, PluginDeprecation } from '../deprecation.js';

export interface RecordDeprecation {
  /** Its signature has been verified. */
  readonly statement: DeprecationStatement;
  readonly at: string;
}

export function recordDeprecation(
  { statement, at }: RecordDeprecation,
  last: PluginDeprecation,
): Decision<readonly DeprecationFact[], null> {
  const { sequence, deprecation, at: since } = statement;
  if (sequence <= last.sequence) return accept([], null);
  return deprecation === null
    ? accept([{ type: 'DeprecationEnded', data: { sequence, at } }], null)
    : accept([{ type: 'DeprecationAccepted', data: { sequence, deprecation: { ...deprecation, since }, at } }], null);
}
