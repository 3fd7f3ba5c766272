import { pagesConfig } from '../../tools/pages/vite-config.js';

export default pagesConfig(import.meta.dirname);
