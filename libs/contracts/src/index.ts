export * from './language.js';
export * from './catalogue.js';
export * from './review.js';
export * from './installation.js';
export * from './wallet.js';
export * from './workspace.js';
export * from './delivery.js';
export * from './gateway.js';
