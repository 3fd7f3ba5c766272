/** Requests and events on the port to the shell. */
import { ALIVE, isDialog, type PortEvent, type PortReply, type PortRequest } from '@kushk/bridge-protocol';
import { BridgeError } from './bridge-error.js';

const REQUEST_TIMEOUT_MS = 15_000;

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: BridgeError) => void;
  readonly timer: ReturnType<typeof setTimeout> | undefined;
}

export class PortClient {
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private endedWith: BridgeError | null = null;

  constructor(
    private readonly port: MessagePort,
    onEvent: (event: PortEvent) => void,
  ) {
    port.onmessage = ({ data }: MessageEvent<PortReply | PortEvent>) => {
      if ('event' in data) onEvent(data);
      else this.settle(data);
    };
  }

  /** Resolves to the shell's answer. Dialogs wait for the person, everything else at most 15 seconds. */
  request<Result>(method: string, params: object = {}): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.endedWith !== null) {
        reject(this.endedWith);
        return;
      }
      const id = (this.lastId += 1);
      const timer = isDialog(method)
        ? undefined
        : setTimeout(() => {
            this.waiting.delete(id);
            reject(new BridgeError('request_timeout', { method }));
          }, REQUEST_TIMEOUT_MS);
      this.waiting.set(id, { resolve: resolve as (result: unknown) => void, reject, timer });
      try {
        this.port.postMessage({ id, method, params } satisfies PortRequest);
      } catch {
        // A function or another value that cannot be sent to another window.
        this.take(id)?.reject(new BridgeError('bad_params', { problems: ['params'] }));
      }
    });
  }

  /** Tells the shell that the page which connected is still there. */
  reportAlive(): void {
    this.port.postMessage({ id: 0, method: ALIVE, params: {} } satisfies PortRequest);
  }

  /** Rejects all requests, now and later, with `error`, and closes the port. */
  end(error: BridgeError): void {
    if (this.endedWith !== null) return;
    this.endedWith = error;
    for (const id of [...this.waiting.keys()]) this.take(id)?.reject(error);
    this.port.close();
  }

  private settle(reply: PortReply): void {
    const waiting = this.take(reply.id);
    if (waiting === undefined) return;
    if (reply.ok) waiting.resolve(reply.result);
    else waiting.reject(new BridgeError(reply.error.code, reply.error.params, reply.error.message));
  }

  private take(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    clearTimeout(waiting?.timer);
    this.waiting.delete(id);
    return waiting;
  }
}
