/** What the log line of a call tells about an error of the author's code. */
import type { PluginLogLine } from './plugin-definition.js';

const MAX_FRAMES = 5;
const MAX_FRAME_LENGTH = 300;
/** Frames that lead to no line of the author: of Node, of installed packages, and of this one in a workspace. */
const FOREIGN_FRAME = /[( ]node:|<anonymous>|[\\/](?:node_modules|plugin-sdk[\\/]dist)[\\/]/;

/** Returns the message, and the first frames of the stack that are in the author's code. */
export function loggedError(error: unknown): Pick<PluginLogLine, 'error' | 'stack'> {
  if (!(error instanceof Error)) return { error: String(error) };
  const frames = (error.stack ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at ') && !FOREIGN_FRAME.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => line.slice(0, MAX_FRAME_LENGTH));
  return { error: error.message, ...(frames.length > 0 && { stack: frames.join('\n') }) };
}
