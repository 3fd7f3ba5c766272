/** What the person at the keyboard sees: a line per step while it works, then one screen. */
import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

export interface Screen {
  /** Shows that `what` is being done, and then how long it took. Failures pass through. */
  step<Result>(what: string, work: () => Promise<Result>): Promise<Result>;
  /** One line of its own, such as a process that came back. */
  note(line: string): void;
  print(text: string): void;
  strong(text: string): string;
  dim(text: string): string;
}

/** Writes to standard output; colours only on a terminal, and never with NO_COLOR. */
export function openScreen(out: NodeJS.WriteStream = process.stdout): Screen {
  const styled = (style: Style, text: string) => (out.isTTY ? styleText(style, text, { stream: out }) : text);
  const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`;
  const note = (line: string) => void out.write(`  ${styled('yellow', '•')} ${line}\n`);
  return {
    step: async (what, work) => {
      const since = Date.now();
      // Steps run side by side, so each gets its line when it is done; what takes long is said in between.
      const tooLong = setInterval(() => out.write(styled('dim', `    ${what} … ${seconds(since)}\n`)), 5_000);
      try {
        const result = await work();
        out.write(`  ${styled('green', '✓')} ${what} ${styled('dim', seconds(since))}\n`);
        return result;
      } catch (error) {
        out.write(`  ${styled('red', '✗')} ${what}\n`);
        throw error;
      } finally {
        clearInterval(tooLong);
      }
    },
    note,
    print: (text) => void out.write(`${text}\n`),
    strong: (text) => styled('bold', text),
    dim: (text) => styled('dim', text),
  };
}
