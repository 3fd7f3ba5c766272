export * from './decider.js';
export * from './prerequisite-missing.js';
