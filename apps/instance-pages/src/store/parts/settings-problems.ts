/** The server's problems with settings, by their place in the settings. */
import { ProblemError } from '@kushk/api-client';
import type { Language, SettingsProblem } from '@kushk/ui';

interface ReportedProblem {
  readonly path: string;
  readonly message: string;
  readonly message_fa: string;
}

const PREFIX = '/settings';

/** The problems of a refused write; empty when it was refused for another reason. */
export function settingsProblems(error: unknown, language: Language): readonly SettingsProblem[] {
  if (!(error instanceof ProblemError) || error.document.code !== 'installation.settings_invalid') return [];
  const problems = (error.document.params?.['problems'] ?? []) as readonly ReportedProblem[];
  return problems.map(({ path, message, message_fa }) => ({
    path: path.startsWith(PREFIX) ? path.slice(PREFIX.length) : path,
    text: language === 'fa' ? message_fa : message,
  }));
}
