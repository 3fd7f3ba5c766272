/** One reaction handles all facts of the containers service, in the order of each installation. */
export const containerReaction = 'on-container-changed';
