/**
 * React for a page inside the service: `useService()` connects the bridge that `embedHead` has put into the page
 * (docs/reference/bridge.md) and renders again when colours, language, person or record change.
 */
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Bridge, Context } from '@kushk/bridge-protocol';

export type {
  Bridge,
  BridgeError,
  BridgeErrorCode,
  ConfirmOptions,
  Context,
  PickOptions,
  RecordReference,
  Theme,
} from '@kushk/bridge-protocol';

/** What `useService` returns. Until the page is connected there is no context. */
export type Service =
  | { readonly status: 'connecting'; readonly context: null; readonly bridge: null; readonly error: null }
  | { readonly status: 'connected'; readonly context: Context; readonly bridge: Bridge; readonly error: null }
  | { readonly status: 'failed'; readonly context: null; readonly bridge: null; readonly error: Error };

export interface ServiceOptions {
  /**
   * The origins of the services in which the page may run. By default the one that `embedHead` has written into the
   * page, `<meta name="service-origin">`.
   */
  readonly allowedOrigins?: readonly string[];
}

const CONNECTING: Service = { status: 'connecting', context: null, bridge: null, error: null };

/** The connection of this document. All components share it, because a page has one bridge. */
let connection: ServiceConnection | null = null;

/** Connects to the service that shows this page. All components of a page share one connection. */
export function useService({ allowedOrigins }: ServiceOptions = {}): Service {
  const [shared] = useState(() => (connection ??= new ServiceConnection()));
  const service = useSyncExternalStore(shared.subscribe, shared.current, () => CONNECTING);
  useEffect(() => shared.open(allowedOrigins), [shared, allowedOrigins]);
  return service;
}

class ServiceConnection {
  private service: Service = CONNECTING;
  private isOpen = false;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly current = (): Service => this.service;

  /** Connects once. A second call, of another component or of React's strict mode, changes nothing. */
  open(allowedOrigins: readonly string[] | undefined): void {
    if (this.isOpen) return;
    this.isOpen = true;
    void this.connect(allowedOrigins).catch((error: unknown) => {
      this.isOpen = false;
      this.publish({ status: 'failed', context: null, bridge: null, error: asError(error) });
    });
  }

  private async connect(allowedOrigins: readonly string[] | undefined): Promise<void> {
    const bridge = (globalThis as { readonly ServiceBridge?: Bridge }).ServiceBridge;
    if (bridge === undefined) throw new Error('The bridge is not loaded: write the tags of embedHead() into <head>.');
    const context = await bridge.connect({ allowedOrigins: allowedOrigins ?? [originOfPage()] });
    this.publish({ status: 'connected', context, bridge, error: null });
    bridge.onContext((changed) => this.publish({ status: 'connected', context: changed, bridge, error: null }));
    bridge.onDisconnect((error) => {
      this.isOpen = false;
      this.publish({ status: 'failed', context: null, bridge: null, error });
    });
  }

  private publish(service: Service): void {
    this.service = service;
    for (const listener of this.listeners) listener();
  }
}

/** The parts of the browser's document that this file reads; the package has no dependency on its types. */
interface PageDocument {
  querySelector(selector: string): { getAttribute(name: string): string | null } | null;
}

function originOfPage(): string {
  const { document } = globalThis as unknown as { readonly document: PageDocument };
  const origin = document.querySelector('meta[name="service-origin"]')?.getAttribute('content');
  if (!origin) throw new Error('The page has no <meta name="service-origin">: pass allowedOrigins to useService().');
  return origin;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
