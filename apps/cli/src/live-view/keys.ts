/** Reads single keys from the terminal. */

export type Key = 'up' | 'down' | 'apply' | 'reject' | 'gift' | 'ping' | 'restart' | 'quit';

const KEYS: Readonly<Record<string, Key>> = {
  '\u001B[A': 'up',
  '\u001B[B': 'down',
  k: 'up',
  j: 'down',
  a: 'apply',
  x: 'reject',
  g: 'gift',
  p: 'ping',
  r: 'restart',
  q: 'quit',
  '\u0003': 'quit',
  '\u0004': 'quit',
};

/** Calls `onKey` for each key. Returns a function that gives the terminal back. Does nothing without a terminal. */
export function readKeys(onKey: (key: Key) => void): () => void {
  const { stdin } = process;
  if (!stdin.isTTY) return () => undefined;
  const onData = (text: string): void => {
    const key = KEYS[text];
    if (key !== undefined) onKey(key);
  };
  stdin.setRawMode(true);
  stdin.setEncoding('utf8').on('data', onData);
  stdin.resume();
  return () => {
    stdin.off('data', onData);
    stdin.setRawMode(false);
    stdin.pause();
  };
}
