/** One reaction handles all facts of the installation service, in the order of each installation. */
export const installationReaction = 'on-installation-changed';
