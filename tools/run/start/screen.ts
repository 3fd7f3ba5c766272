/** The output of `npm start`: one line per step, then a summary screen. */
import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

export interface Screen {
  /** Runs the work and prints its duration. Rejects with the error of the work. */
  step<Result>(what: string, work: () => Promise<Result>): Promise<Result>;
  /** Prints a line about an event, such as a restart of a process. */
  notice(line: string): void;
  print(text: string): void;
  strong(text: string): string;
  dim(text: string): string;
}

/** Returns a screen that uses colours only on a terminal, and never when NO_COLOR is set. */
export function openScreen(out: NodeJS.WriteStream = process.stdout): Screen {
  const styled = (style: Style, text: string) => (out.isTTY ? styleText(style, text, { stream: out }) : text);
  const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`;
  const notice = (line: string) => void out.write(`  ${styled('yellow', '•')} ${line}\n`);
  return {
    step: async (what, work) => {
      const since = Date.now();
      // Steps run in parallel, so each prints its line when it ends. A long step prints its progress every few
      // seconds.
      const progress = setInterval(() => out.write(styled('dim', `    ${what} … ${seconds(since)}\n`)), 5_000);
      try {
        const result = await work();
        out.write(`  ${styled('green', '✓')} ${what} ${styled('dim', seconds(since))}\n`);
        return result;
      } catch (error) {
        out.write(`  ${styled('red', '✗')} ${what}\n`);
        throw error;
      } finally {
        clearInterval(progress);
      }
    },
    notice,
    print: (text) => void out.write(`${text}\n`),
    strong: (text) => styled('bold', text),
    dim: (text) => styled('dim', text),
  };
}
