/** The connection of one page to the service: its beginning, its context and its end. */
import type {
  BridgeError as BridgeErrorType,
  ConnectOptions,
  Context,
  IssuedHandle,
  PortEvent,
} from '@kushk/bridge-protocol';
import { applyTheme } from './apply-theme.js';
import { BridgeError } from './bridge-error.js';
import { openConnection } from './connection.js';
import { HandleCache } from './handle-cache.js';
import { Listeners } from './listeners.js';
import { PortClient } from './port-client.js';

interface Connected {
  readonly port: PortClient;
  readonly handles: HandleCache;
  readonly stopListening: () => void;
}

export class BridgeConnection {
  context: Context | null = null;
  readonly onContext = new Listeners<Context>();
  readonly onDisconnect = new Listeners<BridgeErrorType>();
  private connecting: Promise<Context> | null = null;
  private connected: Connected | null = null;
  private endedWith: BridgeError | null = null;

  constructor(private readonly version: string) {}

  /** A second call returns the same promise, until it rejects or the connection ends. */
  connect(options: ConnectOptions): Promise<Context> {
    this.connecting ??= this.open(options).catch((error: unknown) => {
      this.connecting = null;
      throw error;
    });
    return this.connecting;
  }

  /** Rejects instead of throwing, so that every method reports its errors in the same way. */
  async request<Result>(method: string, params?: object): Promise<Result> {
    return this.required(this.connected).port.request<Result>(method, params);
  }

  /** For methods without a result: an error of the service changes nothing for the page. */
  send(method: string, params: object): void {
    this.request(method, params).catch(() => undefined);
  }

  async getHandle(options?: { readonly fresh?: boolean }): Promise<string> {
    return this.required(this.connected).handles.get(options);
  }

  /** Returns the value, or throws why there is none: the connection has ended, or never began. */
  required<Value>(value: Value | null): Value {
    if (value === null) throw this.endedWith ?? new BridgeError('not_connected');
    return value;
  }

  end(error: BridgeError): void {
    if (this.connected === null) return;
    const { port, handles, stopListening } = this.connected;
    this.connected = null;
    this.connecting = null;
    this.context = null;
    this.endedWith = error;
    stopListening();
    handles.end();
    port.end(error);
    this.onDisconnect.notify(error);
  }

  private async open(options: ConnectOptions): Promise<Context> {
    const setsTheme = options.theme !== false;
    const connection = await openConnection(options, this.version, (next) => this.change(next, setsTheme));
    const port = new PortClient(connection.port, (event) => this.receive(event));
    const handles = new HandleCache(() => port.request<IssuedHandle>('handle.get'));
    this.connected = { port, handles, stopListening: connection.stopListening };
    this.endedWith = null;
    this.context = connection.context;
    if (setsTheme) applyTheme(this.context);
    return this.context;
  }

  /** The service sends the context again when the page has loaded; only a difference counts as a change. */
  private change(next: Context, setsTheme: boolean): void {
    this.connected?.port.reportAlive();
    if (JSON.stringify(next) === JSON.stringify(this.context)) return;
    this.context = next;
    if (setsTheme) applyTheme(next);
    this.onContext.notify(next);
  }

  private receive(event: PortEvent): void {
    if (event.event === 'handle.revoked') this.end(new BridgeError(event.data.reason));
    else if (event.event === 'closing') this.end(new BridgeError('disconnected'));
  }
}
