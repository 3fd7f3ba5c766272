/** The exports of `bridge.mjs`. */
import type { Bridge } from '@kushk/bridge-protocol';
import { createBridge } from './bridge.js';

/** Written by the build: the version in package.json. */
declare const BRIDGE_VERSION: string;

const ServiceBridge: Bridge = createBridge(BRIDGE_VERSION);
export { ServiceBridge, ServiceBridge as default };
export const {
  connect,
  onContext,
  onDisconnect,
  getHandle,
  confirm,
  pickPerson,
  pickCase,
  toast,
  resize,
  setTitle,
  setDirty,
  navigate,
  formatDate,
  disconnect,
  BridgeError,
} = ServiceBridge;
