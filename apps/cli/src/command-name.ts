/** How the person runs this command, so that a next step can be copied as it is printed. */

/** With its scope, npx never runs a package of others where ours is not installed. */
const BY_NPX = 'npx @kushk/cli ';
/** A quoted command of ours in a text. */
const QUOTED_COMMAND = /(["«`])kushk (?=[a-z])/g;
/** npm sets this for what `npx` runs. */
const isRunByNpx = process.env['npm_lifecycle_event'] === 'npx';

/** Returns a text in which commands are written as the person types them: without npx, `kushk` is on the PATH. */
export function asTyped(text: string): string {
  return isRunByNpx ? text.replace(QUOTED_COMMAND, `$1${BY_NPX}`) : text;
}

/** The same for a command that stands alone. */
export function commandAsTyped(command: string): string {
  return isRunByNpx ? command.replace(/^kushk /, BY_NPX) : command;
}
