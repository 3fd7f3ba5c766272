/** The official client, for `await import` of this file: it is large, and its packages have a lock file of their own. */
export * from '@kubernetes/client-node';
