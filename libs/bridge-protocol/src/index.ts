export type * from './bridge-api.js';
export {
  ALIVE,
  DIALOG_METHODS,
  isDialog,
  PROTOCOL_VERSION,
  type DialogMethod,
  type Hello,
  type Init,
  type IssuedHandle,
  type PortEvent,
  type PortReply,
  type PortRequest,
  type RevokeReason,
  type WireError,
} from './messages.js';
export { cleanText } from './clean-text.js';
export {
  isObject,
  isTooLarge,
  PANEL_HEIGHT,
  readPortRequest,
  readRequest,
  type BridgeRequest,
  type RequestProblem,
} from './requests.js';
export { RATE_LIMIT, RequestRate } from './request-rate.js';
