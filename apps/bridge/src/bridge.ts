/** The bridge of one page. `index.ts` creates the only one. */
import type { Bridge } from '@kushk/bridge-protocol';
import { BridgeConnection } from './bridge-connection.js';
import { BridgeError } from './bridge-error.js';
import { fetchApi } from './fetch-api.js';
import { formatDate } from './format-date.js';

export function createBridge(version: string): Bridge {
  const connection = new BridgeConnection(version);
  const getHandle: Bridge['getHandle'] = (options) => connection.getHandle(options);
  let heights: ResizeObserver | null = null;

  return {
    connect: (options) => connection.connect(options),
    get context() {
      return connection.context;
    },
    onContext: connection.onContext.add,
    onDisconnect: connection.onDisconnect.add,
    getHandle,
    fetch: async (path, init) => fetchApi(connection.required(connection.context).apiBase, getHandle, { path, init }),
    confirm: (options) => connection.request('ui.confirm', options),
    pickPerson: (options) => connection.request('ui.pickPerson', options),
    pickCase: (options) => connection.request('ui.pickCase', options),
    toast: (options) => connection.send('ui.toast', options),
    resize(height) {
      heights?.disconnect();
      if (height !== 'auto') {
        connection.send('ui.resize', { height });
        return;
      }
      const root = document.documentElement;
      heights = new ResizeObserver(() => connection.send('ui.resize', { height: root.offsetHeight }));
      heights.observe(root);
    },
    setTitle: (title) => connection.send('ui.setTitle', { title }),
    setDirty: (dirty) => connection.send('ui.setDirty', { dirty }),
    navigate: (to) => connection.send('ui.navigate', to),
    formatDate: (date, style = 'short') => formatDate(date, style, connection.required(connection.context)),
    disconnect() {
      heights?.disconnect();
      connection.end(new BridgeError('disconnected'));
    },
    BridgeError,
  };
}
