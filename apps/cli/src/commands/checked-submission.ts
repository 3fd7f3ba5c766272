/** The hub's verdict about a manifest before it is submitted (`POST /developer/v1/checks`). */
import type { CapabilityDiff, Problem } from '@kushk/contracts';
import type { Consequence } from '@kushk/manifest';
import { send } from '../api.js';
import type { Connection } from '../connection.js';
import { Failure } from '../failure.js';
import { printable, type Terminal } from '../terminal.js';

export interface SubmissionVerdict {
  readonly warnings: readonly Problem[];
  readonly diff: CapabilityDiff | null;
  /** Absent in the reply of an older hub. */
  readonly consequences?: readonly Consequence[];
}

/** The verdict; null for a version that exists, which only a submission can explain. */
export async function checkSubmission(
  terminal: Terminal,
  connection: Connection,
  body: Readonly<Record<string, unknown>>,
): Promise<SubmissionVerdict | null> {
  const request = send<SubmissionVerdict>(connection, {
    method: 'POST',
    path: '/developer/v1/checks',
    body,
    language: terminal.language,
    expectedFields: ['verdict', 'warnings'],
  });
  return await request.catch((failure: unknown) => {
    if (failure instanceof Failure && failure.details.code === 'catalogue.version_exists') return null;
    throw failure;
  });
}

/** The warnings for which no instance offers a release. */
export function refusedByAll(warnings: readonly Problem[]): readonly Problem[] {
  return warnings.filter(
    ({ code, stage, severity }) => stage === 'instance' && (severity === 'error' || code === 'plugin_api_unsupported'),
  );
}

export function consequenceLines(terminal: Terminal, { diff, consequences = [] }: SubmissionVerdict): string[] {
  if (diff === null) return [terminal.translate`nothing is published yet, so no consent is needed`];
  return [
    terminal.translate`compared with ${printable(diff.previous)}, the newest published version:`,
    ...consequences.map(
      ({ message, message_fa }) => `  ${printable(terminal.language === 'fa' ? message_fa : message)}`,
    ),
  ];
}
