/** How the guides name the command: a reader has installed the package `@kushk/cli` in a folder (docs/guide). */

const COMMAND = /(^|["«`])kushk (?=[a-z])/g;

/**
 * Writes `npx` before each quoted command of a text, and before a command that is the text. The texts have none,
 * because the command itself prints them too, as the person has called it.
 */
export function withNpx(text: string): string {
  return text.replace(COMMAND, '$1npx @kushk/cli ');
}
