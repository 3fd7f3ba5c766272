/** A failure in a run of `kushk dev`, which goes on: what happened, each problem of a refusal, and what to do. */
import type { Problem } from '@kushk/contracts';
import { asTyped } from '../command-name.js';
import { Failure } from '../failure.js';
import { nextStepFor } from '../next-step.js';
import { printable, requestProblemLines, type Terminal } from '../terminal.js';

export interface FailureNote {
  readonly level: 'warning' | 'error';
  readonly text: string;
}

export function failureNotes(terminal: Terminal, error: unknown): readonly FailureNote[] {
  if (!(error instanceof Failure))
    return [{ level: 'error', text: error instanceof Error ? error.message : String(error) }];
  const { code, params = {} } = error.details;
  const problems = Array.isArray(params['problems']) ? (params['problems'] as readonly Problem[]) : [];
  const nextStep =
    hintFor(terminal, code) ?? (problems.length > 0 ? null : nextStepFor(error.details, terminal.language));
  return [
    { level: 'error', text: `${printable(error.textIn(terminal.language))} (${printable(code)})` },
    ...requestProblemLines(terminal.language, problems).map((line) => ({ level: 'error' as const, text: `  ${line}` })),
    ...(nextStep === null ? [] : [{ level: 'warning' as const, text: asTyped(nextStep) }]),
    ...(code === 'cli.plugin_not_started'
      ? [
          {
            level: 'warning' as const,
            text: terminal.translate`when that is corrected, r or "kushk dev restart" starts the plugin`,
          },
        ]
      : []),
  ];
}

export function isAboutSettings(error: unknown): boolean {
  return error instanceof Failure && error.details.code === 'installation.settings_invalid';
}

/** What to do about a failure that newcomers meet. */
function hintFor(terminal: Terminal, code: string): string | null {
  switch (code) {
    case 'catalogue.version_exists':
      return terminal.translate`a signed release has this version, so it stays as it is: raise version in the manifest before you change anything in it`;
    case 'installation.settings_invalid':
      return terminal.translate`give valid settings: "kushk dev settings NAME=VALUE" in another terminal, or start "kushk dev" again with --set NAME=VALUE or --settings FILE, or add "examples" or "default" to the setting in the manifest and save it`;
    case 'cli.unreachable':
      return terminal.translate`the instance does not answer: if the local system has ended, with the "kushk dev" that started it, end this one and run "kushk dev" again, which starts the system; otherwise this one goes on as soon as the instance answers`;
    default:
      return null;
  }
}
