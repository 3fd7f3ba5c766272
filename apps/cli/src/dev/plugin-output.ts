/** Lines that the plugin has printed: `kushk dev` stores the newest, and other commands show those about a failure. */
import { setTimeout as pause } from 'node:timers/promises';
import { manifestFile } from '../plugin-folder.js';
import { requestFromRunningDev, type PrintedLine } from './dev-control.js';

const MAX_LINES = 100;
const MAX_LINE_CHARACTERS = 500;
/** What the plugin prints of a call arrives a little after its answer. */
const AFTER_ANSWER_MS = 300;
/** The end of a stack trace names the cause. */
const SHOWN_LINES = 15;

/** The newest lines, at most about 50 KB. */
export class PrintedLines {
  private newest: PrintedLine[] = [];

  add(text: string): void {
    this.newest = [...this.newest, { atMs: Date.now(), text: text.slice(0, MAX_LINE_CHARACTERS) }].slice(-MAX_LINES);
  }

  get lines(): readonly PrintedLine[] {
    return this.newest;
  }
}

/** What the plugin of this manifest has printed since then; empty where no `kushk dev` runs it. */
export async function pluginOutputSince(sinceMs: number, manifest: string | undefined): Promise<readonly string[]> {
  try {
    const file = manifestFile(manifest);
    await pause(AFTER_ANSWER_MS);
    const lines = await requestFromRunningDev(file, 'lines');
    return lines.flatMap(({ atMs, text }) => (atMs >= sinceMs ? [text] : [])).slice(-SHOWN_LINES);
  } catch {
    return [];
  }
}
