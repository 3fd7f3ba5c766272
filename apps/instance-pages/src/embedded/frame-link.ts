/**
 * The link between the application and a frame document, both on the service's origin: first two messages on `window`,
 * then a `MessagePort`. The frame document talks to the plugin, the application draws what the plugin asks for.
 */
import type { BridgeRequest, Context, RevokeReason, WireError } from '@kushk/bridge-protocol';

/** From the frame document to its parent, when it can be opened. */
export interface FrameReady {
  readonly type: 'kushk:frame-ready';
}
/** From the application to the frame document, with a port. */
export interface FrameOpen {
  readonly type: 'kushk:frame-open';
  readonly shell: ShellContext;
  /** The organisation for which handles are issued. */
  readonly organisation: string | null;
}

/** What the application contributes to the context of a page. */
export type ShellContext = Pick<
  Context,
  'language' | 'direction' | 'calendar' | 'timeZone' | 'numerals' | 'firstDayOfWeek' | 'theme' | 'person' | 'record'
>;

export type DialogRequest = Extract<BridgeRequest, { method: 'ui.confirm' | 'ui.pickPerson' | 'ui.pickCase' }>;
export type ShellRequest = Exclude<BridgeRequest, DialogRequest | { method: 'handle.get' }>;

/** From the frame document to the application, on the port. */
export type FrameMessage =
  | { readonly kind: 'dialog'; readonly id: number; readonly request: DialogRequest }
  /** The page that asked is gone: its dialog closes. */
  | { readonly kind: 'dialog_gone'; readonly id: number }
  | { readonly kind: 'request'; readonly request: ShellRequest }
  | { readonly kind: 'state'; readonly state: FrameState };

/**
 * `silent`: the page has not connected in time. `ended`: the service gives it no handle any more. `removed`: neither,
 * because the plugin is not installed any more.
 */
export type FrameState = 'connected' | 'silent' | 'ended' | 'removed';

/** From the application to the frame document, on the port. */
export type ApplicationMessage =
  | { readonly kind: 'shell'; readonly shell: ShellContext }
  | {
      readonly kind: 'answer';
      readonly id: number;
      readonly result?: unknown;
      readonly error?: Pick<WireError, 'code' | 'params'>;
    }
  | { readonly kind: 'end'; readonly reason: RevokeReason };
