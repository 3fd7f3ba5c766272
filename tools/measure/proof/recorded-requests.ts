/** The requests of the recorded data of a release, which later versions must answer as that release did. */
import type { ChargedPlugin } from './wallet-system.js';

export interface Recorded {
  readonly plugin: ChargedPlugin;
  readonly publisherKey: string;
  /** The replies to the charges with the keys `recorded-0`, `recorded-1`, … */
  readonly replies: readonly unknown[];
}

export interface Answer {
  /** 0 when there was no response. */
  readonly status: number;
  readonly body: unknown;
}

/** Charges one unit, once, without repeating anything. */
export async function consume(origin: string, { path, token }: ChargedPlugin, key: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key };
  return await send(`${origin}${path}/wallet/consume`, {
    method: 'POST',
    headers,
    body: '{"service":"work","count":1}',
  });
}

export async function send(url: string, request: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, request);
    return { status: response.status, body: await response.json() };
  } catch (error) {
    return { status: 0, body: String((error as Error).cause ?? error) };
  }
}
