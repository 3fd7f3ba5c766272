export * from '@kubernetes/client-node';
