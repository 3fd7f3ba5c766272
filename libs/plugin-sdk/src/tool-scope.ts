/** Knows whether code runs because of a tool call, behind `await` and with every client, so that it writes nothing. */
import { AsyncLocalStorage } from 'node:async_hooks';

interface ToolWork {
  isDone: boolean;
}
const current = new AsyncLocalStorage<ToolWork>();

/** Runs a tool. What it starts and does not wait for may write again when the tool itself is done. */
export async function runAsTool<Result>(tool: () => Result | Promise<Result>): Promise<Result> {
  const work: ToolWork = { isDone: false };
  try {
    return await current.run(work, async () => tool());
  } finally {
    work.isDone = true;
  }
}

export function isInTool(): boolean {
  return current.getStore()?.isDone === false;
}
