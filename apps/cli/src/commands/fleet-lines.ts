/** How the instances of the hub received a release. */
import type { Problem, ReleaseResource } from '@kushk/contracts';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { problemTexts, printable, type Terminal } from '../terminal.js';

type PublishedRelease = Pick<ReleaseResource, 'plugin_api' | 'fleet'>;

/** The outcome of a publication: an instance offers the release, every instance refuses it, or it is still open. */
export function publicationOutcome({ fleet }: PublishedRelease): ExitCode {
  if (fleet.accepted > 0) return EXIT.ok;
  return fleet.refused.length === fleet.compatible ? EXIT.noInstance : EXIT.stillWaiting;
}

/** How many instances offer the release, and why the others refuse it. */
export function fleetLines(terminal: Terminal, { plugin_api, fleet }: PublishedRelease): string[] {
  const { compatible, accepted, refused } = fleet;
  if (compatible === 0) {
    const none = terminal.translate`no instance of this hub can run it: none offers version ${printable(plugin_api)} of the plugin API`;
    return [terminal.paint('yellow', `  ${none}`)];
  }
  const summary = terminal.translate`accepted by ${accepted} of ${compatible} instances`;
  return [
    `  ${accepted === compatible ? summary : terminal.paint('yellow', summary)}`,
    ...refused.flatMap(({ instance, problems }) => [
      `  ${terminal.translate`refused by ${printable(instance)}:`}`,
      ...problems.map((problem) => `    ${problemText(terminal, problem)}`),
    ]),
  ];
}

function problemText(terminal: Terminal, problem: Problem): string {
  const { message } = problemTexts(problem, terminal.language);
  return `${printable(problem.path)} ${printable(message)} (${problem.code})`;
}
