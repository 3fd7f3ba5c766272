import type { BridgeError as BridgeErrorType, BridgeErrorCode } from '@kushk/bridge-protocol';

const messages: Readonly<Record<BridgeErrorCode, string>> = {
  bad_options: 'allowedOrigins must be a list of exact origins such as https://kushk.example.ir',
  not_embedded: 'the page is not embedded in a service',
  origin_not_allowed: 'the page is embedded by an origin that allowedOrigins does not contain',
  connect_timeout: 'the service did not answer',
  version_unsupported: 'the service does not support this version of the bridge',
  not_connected: 'call connect() first',
  disconnected: 'the connection has ended',
  request_timeout: 'the service did not answer the request',
  method_unknown: 'the service does not know this method',
  bad_params: 'the arguments are not valid',
  dialog_busy: 'another dialog of this page is open',
  rate_limited: 'too many requests',
  handle_denied: 'the service does not give this page a handle',
  session_ended: 'the person has signed out',
  installation_removed: 'the plugin is no longer installed',
  scope_missing: 'the installation does not have the scope',
};

/** The only error that the bridge rejects with. Its `code` is stable; its message is for the log. */
export class BridgeError extends Error implements BridgeErrorType {
  override readonly name = 'BridgeError';
  constructor(
    readonly code: BridgeErrorCode,
    readonly params: Readonly<Record<string, unknown>> = {},
    message?: string,
  ) {
    super(message || messages[code]);
  }
}
