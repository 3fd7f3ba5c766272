import { pagesConfig } from '../../tools/generate/pages/vite-config.js';

export default pagesConfig(import.meta.dirname);
