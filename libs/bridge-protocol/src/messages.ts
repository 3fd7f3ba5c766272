/** The messages between a plugin's page and the shell (docs/reference/bridge.md). */
import type { BridgeErrorCode, Context } from './bridge-api.js';

/** The version of the protocol. */
export const PROTOCOL_VERSION = 1;

/** From the page to its parent, on `window`. It contains no secret: the page may not know its parent's origin. */
export interface Hello {
  readonly type: 'service:hello';
  readonly v: number;
  /** Random text that proves that an init answers this hello. */
  readonly nonce: string;
  /** The version of the bridge script. */
  readonly sdk: string;
}

/**
 * From the shell to the page, on `window`, always to the page's exact origin. `load`: the page has loaded. `connect`:
 * answers a hello and transfers a `MessagePort`. `change`: something in the context changed. `refused`: answers a hello
 * that the shell does not accept.
 */
export interface Init {
  readonly type: 'service:init';
  readonly v: number;
  readonly reason: 'load' | 'connect' | 'change' | 'refused';
  /** The nonce of the hello; only for `connect` and `refused`. */
  readonly nonce?: string;
  /** Increases with each message of the shell to this frame. */
  readonly seq: number;
  readonly context: Context;
  /** Only for `refused`. */
  readonly error?: WireError;
}

export interface WireError {
  readonly code: BridgeErrorCode;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The method with which a connected page answers each further init. It has no reply. */
export const ALIVE = 'alive';

/** From the page to the shell, on the port. */
export interface PortRequest {
  readonly id: number;
  readonly method: string;
  readonly params: unknown;
}
export type PortReply =
  | { readonly id: number; readonly ok: true; readonly result: unknown }
  | { readonly id: number; readonly ok: false; readonly error: WireError };

/** Why the shell ended a connection. */
export type RevokeReason = Extract<BridgeErrorCode, 'session_ended' | 'installation_removed' | 'handle_denied'>;

/** From the shell to the page, on the port, without a request. */
export type PortEvent =
  | { readonly event: 'handle.revoked'; readonly data: { readonly reason: RevokeReason } }
  | { readonly event: 'visibility'; readonly data: { readonly visible: boolean } }
  | { readonly event: 'closing'; readonly data: object };

/** The result of `handle.get`. */
export interface IssuedHandle {
  readonly handle: string;
  readonly expiresInMs: number;
}

export const DIALOG_METHODS = ['ui.confirm', 'ui.pickPerson', 'ui.pickCase'] as const;
export type DialogMethod = (typeof DIALOG_METHODS)[number];

export function isDialog(method: string): method is DialogMethod {
  return (DIALOG_METHODS as readonly string[]).includes(method);
}
