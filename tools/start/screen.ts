/** The output of `npm start`: one line per step, then one screen. */
import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

export interface Screen {
  /** Does the work and prints how long it took. Rejects as the work does. */
  step<Result>(what: string, work: () => Promise<Result>): Promise<Result>;
  /** Prints one line, such as a process that restarted. */
  notice(line: string): void;
  print(text: string): void;
  strong(text: string): string;
  dim(text: string): string;
}

/** Uses colours only on a terminal, and never with NO_COLOR. */
export function openScreen(out: NodeJS.WriteStream = process.stdout): Screen {
  const styled = (style: Style, text: string) => (out.isTTY ? styleText(style, text, { stream: out }) : text);
  const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`;
  const notice = (line: string) => void out.write(`  ${styled('yellow', '•')} ${line}\n`);
  return {
    step: async (what, work) => {
      const since = Date.now();
      // Steps run in parallel, so each gets its line at its end; a long one is mentioned meanwhile.
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
