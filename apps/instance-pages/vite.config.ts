import { resolve } from 'node:path';
import { mergeConfig } from 'vite';
import { pagesConfig } from '../../tools/pages/vite-config.js';

/** Two documents: the application, and the frame that embeds one page of a plugin (docs/reference/bridge.md). */
export default mergeConfig(pagesConfig(import.meta.dirname), {
  build: {
    rolldownOptions: {
      input: {
        index: resolve(import.meta.dirname, 'index.html'),
        frame: resolve(import.meta.dirname, 'frame.html'),
      },
    },
  },
});
