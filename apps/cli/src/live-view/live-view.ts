/**
 * Shows the entries of `kushk dev`: as one JSON document per line, as lines of text in a pipe, or on a terminal as
 * lines above a block with the state, which is drawn again after each change.
 */
import type { DevEntry } from '../dev/dev-entry.js';
import { EntryOrder } from '../dev/entry-order.js';
import type { Terminal } from '../terminal.js';
import { entryLines } from './entry-text.js';
import { cutToWidth } from './text-width.js';

const ESCAPE = '\u001B';
const MIN_COLUMNS = 20;

export interface LiveView {
  entry(entry: DevEntry): void;
  /** Sets the lines of the block below the entries. */
  state(lines: readonly string[]): void;
  close(): void;
}

export function liveView(terminal: Terminal): LiveView {
  if (terminal.json) return inOrder(jsonView(terminal));
  return inOrder(
    process.stdout.isTTY && process.env['TERM'] !== 'dumb' ? new TerminalView(terminal) : lineView(terminal),
  );
}

/** As lines of text or as JSON, also on a terminal: for a command that only reports. */
export function lineByLine(terminal: Terminal): LiveView {
  return inOrder(terminal.json ? jsonView(terminal) : lineView(terminal));
}

/** Shows each entry a moment later, in their order. */
function inOrder(view: LiveView): LiveView {
  const order = new EntryOrder();
  const timers = new Set<NodeJS.Timeout>();
  const show = (entries: readonly DevEntry[]): void => {
    for (const entry of entries) view.entry(entry);
  };
  return {
    entry: (entry) => {
      const holdMs = order.add(entry, Date.now());
      const timer = setTimeout(() => {
        timers.delete(timer);
        show(order.take(Date.now()));
      }, holdMs + 1);
      timers.add(timer);
    },
    state: (lines) => view.state(lines),
    close: () => {
      for (const timer of timers) clearTimeout(timer);
      show(order.takeAll());
      view.close();
    },
  };
}

/**
 * False for the line with which the plugin rejects the call that `kushk dev` itself has forged: it is as expected, and
 * a plugin that accepts this call gets a warning.
 */
const isForPeople = (entry: DevEntry): boolean => entry.kind !== 'plugin' || !entry.is_check;

function jsonView(terminal: Terminal): LiveView {
  return {
    entry: (entry) => terminal.text(`${JSON.stringify(entry)}\n`),
    state: () => undefined,
    close: () => undefined,
  };
}

function lineView(terminal: Terminal): LiveView {
  return {
    entry: (entry) => {
      if (isForPeople(entry)) terminal.lines(entryLines(terminal, entry));
    },
    state: () => undefined,
    close: () => undefined,
  };
}

class TerminalView implements LiveView {
  private block: readonly string[] = [];
  private drawn = 0;
  private readonly onResize = (): void => this.draw([]);

  constructor(private readonly terminal: Terminal) {
    process.stdout.on('resize', this.onResize);
    this.terminal.text(`${ESCAPE}[?25l`);
  }

  entry(entry: DevEntry): void {
    if (isForPeople(entry)) this.draw(entryLines(this.terminal, entry));
  }

  state(lines: readonly string[]): void {
    if (lines.join('\n') === this.block.join('\n')) return;
    this.block = lines;
    this.draw([]);
  }

  close(): void {
    process.stdout.off('resize', this.onResize);
    this.terminal.text(`${ESCAPE}[?25h`);
  }

  /** Removes the block, writes the lines above it, and draws the block again. No line of the block may wrap. */
  private draw(lines: readonly string[]): void {
    const columns = Math.max(MIN_COLUMNS, (process.stdout.columns || 80) - 1);
    const rows = Math.max(1, (process.stdout.rows || 24) - 2);
    const block = this.block.slice(0, rows).map((line) => cutToWidth(line, columns));
    const clear = this.drawn === 0 ? '' : `${ESCAPE}[${this.drawn}A\r${ESCAPE}[0J`;
    this.terminal.text(`${clear}${[...lines, ...block].map((line) => `${line}\n`).join('')}`);
    this.drawn = block.length;
  }
}
