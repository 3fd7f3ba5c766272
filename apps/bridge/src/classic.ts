/** `bridge.js`, a classic script: defines the global `ServiceBridge`. */
import { ServiceBridge } from './index.js';

Object.defineProperty(window, 'ServiceBridge', { value: ServiceBridge, enumerable: true });
