import type { ESLint } from 'eslint';

export const plugin: ESLint.Plugin;
