/** One reaction handles all facts of the delivery service, in the order of each installation. */
export const deliveryReaction = 'on-lifecycle-changed';
